;;; vt-lsp.el --- PyTorch's derivatives.yaml and native_functions.yaml  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "28.1"))
;; Keywords: languages, tools

;;; Commentary:

;; A major mode for the two files that PyTorch's autograd generator reads, the language server vt-lsp for it, with eglot or
;; lsp-mode, and commands of its own:
;;
;;   `vt-lsp-preview'       the generated C++ beside: it follows edits and point, and leads back to the tokens
;;   `vt-lsp-preview-diff'  how that C++ differs from what the files on disk give
;;   `vt-lsp-other-file'    the other file of the pair
;;   `vt-lsp-explain'       the page of a rule
;;
;; (require 'vt-lsp)
;; (add-hook 'vt-lsp-yaml-mode-hook #'eglot-ensure)         ; with eglot
;; (add-hook 'vt-lsp-yaml-mode-hook #'vt-lsp-use-lsp-mode)  ; with lsp-mode

;;; Code:

(require 'cl-lib)
(require 'project)
(require 'seq)
(require 'subr-x)
(require 'url-util)

(declare-function eglot--TextDocumentPositionParams "eglot")
(declare-function eglot--lsp-position-to-point "eglot")
(declare-function eglot--signal-textDocument/didChange "eglot")
(declare-function eglot-current-server "eglot")
(declare-function flymake-diagnostics "flymake")
(declare-function flymake-diagnostic-text "flymake")
(declare-function jsonrpc-async-request "jsonrpc")
(declare-function lsp "lsp-mode")
(declare-function lsp--get-buffer-diagnostics "lsp-mode")
(declare-function lsp--locations-to-xref-items "lsp-mode")
(declare-function lsp--position-to-point "lsp-mode")
(declare-function lsp--text-document-position-params "lsp-mode")
(declare-function lsp-register-client "lsp-mode")
(declare-function lsp-request-async "lsp-mode")
(declare-function lsp-show-xrefs "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function lsp-workspace-folders-add "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(defvar eglot--managed-mode)
(defvar eglot-server-programs)
(defvar lsp-language-id-configuration)
(defvar lsp-managed-mode)

(defgroup vt-lsp nil
  "PyTorch's derivatives.yaml and native_functions.yaml."
  :group 'tools)

(defcustom vt-lsp-command '("vt-lsp" "--stdio")
  "The command of the language server, to be set before `vt-lsp' is loaded."
  :type '(repeat string))

(defcustom vt-lsp-preview-delay 0.2
  "Seconds that Emacs is idle before the preview follows point."
  :type 'number)

;;;; Which files

(defconst vt-lsp--native "native_functions.yaml")
(defconst vt-lsp--derivatives "derivatives.yaml")
(defconst vt-lsp--tags "tags.yaml")
(defconst vt-lsp--folders '("aten/src/ATen/native/" "tools/autograd/")
  "Where native_functions.yaml and derivatives.yaml stand in a checkout.")
(defconst vt-lsp--entry "^- \\(?:func:\\|name:[ \t]*['\"]?[A-Za-z0-9_.:]+(\\)"
  "An entry of either file.")

(defun vt-lsp--checkout-p (folder)
  "Whether FOLDER is the root of a checkout."
  (seq-every-p (lambda (file) (file-readable-p (expand-file-name file folder)))
               (seq-mapn #'concat vt-lsp--folders (list vt-lsp--native vt-lsp--derivatives))))

(defun vt-lsp--named-p (folder file)
  "Whether settings in FOLDER name FILE."
  (seq-some (lambda (settings)
              (let ((path (expand-file-name settings folder)))
                (and (file-readable-p path)
                     (with-temp-buffer
                       (insert-file-contents path)
                       (and (or (equal settings "vt-lsp.toml") (search-forward "[tool.vt-lsp]" nil t))
                            (goto-char (point-min))
                            (search-forward file nil t))))))
            '("vt-lsp.toml" "pyproject.toml")))

(defun vt-lsp--ours-p (folder file)
  "Whether FILE in FOLDER, the buffer's, is one of a pair outside a checkout."
  (cond ((equal file vt-lsp--tags) (file-readable-p (expand-file-name vt-lsp--native folder)))
        ((member file (list vt-lsp--native vt-lsp--derivatives))
         (or (file-readable-p (expand-file-name (if (equal file vt-lsp--native) vt-lsp--derivatives vt-lsp--native) folder))
             (save-excursion
               (goto-char (point-min))
               (re-search-forward vt-lsp--entry 20000 t))))))

(defun vt-lsp-root ()
  "The folder that the server works in for the current buffer.
It is nil if the buffer is none of a pair's files."
  (when-let* ((path buffer-file-name)
              (folder (file-name-directory path))
              (file (file-name-nondirectory path)))
    (let ((checkout (locate-dominating-file folder #'vt-lsp--checkout-p)))
      (cond ((not (string-suffix-p ".yaml" file)) nil)
            ((locate-dominating-file folder (lambda (one) (vt-lsp--named-p one file))))
            ((and checkout (member (file-relative-name folder checkout) vt-lsp--folders))
             (and (member file (list vt-lsp--native vt-lsp--derivatives vt-lsp--tags)) checkout))
            ((vt-lsp--ours-p folder file) folder)))))

(cl-defmethod project-root ((project (head vt-lsp)))
  (cdr project))

(defun vt-lsp--project (_folder)
  "The project of the current buffer, so that one server has both files."
  (when-let ((root (vt-lsp-root)))
    (cons 'vt-lsp (expand-file-name root))))

;;;; The mode

(defalias 'vt-lsp--parent-mode (if (fboundp 'yaml-mode) #'yaml-mode #'prog-mode))

(defconst vt-lsp--font-lock
  '(("^\\(?:- \\| +\\)\\([A-Za-z_][A-Za-z0-9_., ]*\\):\\(?: \\|$\\)" 1 font-lock-variable-name-face))
  "Keys, where there is no `yaml-mode'.")

;;;###autoload
(define-derived-mode vt-lsp-yaml-mode vt-lsp--parent-mode "VT-YAML"
  "Major mode for derivatives.yaml and native_functions.yaml."
  (unless (derived-mode-p 'yaml-mode)
    (modify-syntax-entry ?# "<" (syntax-table))
    (modify-syntax-entry ?\n ">" (syntax-table))
    (modify-syntax-entry ?_ "_" (syntax-table))
    (setq-local comment-start "# " comment-start-skip "#+ *" indent-tabs-mode nil)
    (setq-local font-lock-defaults '(vt-lsp--font-lock)))
  (add-hook 'project-find-functions #'vt-lsp--project -50 t))

(put 'vt-lsp-yaml-mode 'eglot-language-id "yaml")

;;;###autoload
(add-to-list 'magic-mode-alist '(vt-lsp-root . vt-lsp-yaml-mode))

;;;; Eglot and lsp-mode

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs `(vt-lsp-yaml-mode . ,vt-lsp-command))
  (cl-defmethod eglot-handle-notification (_server (_method (eql 'vt-lsp/previewChanged)) &key uri)
    (vt-lsp--preview-changed uri)))

(with-eval-after-load 'lsp-mode
  (add-to-list 'lsp-language-id-configuration '(vt-lsp-yaml-mode . "yaml"))
  (let ((handlers (make-hash-table :test 'equal))
        (actions (make-hash-table :test 'equal)))
    (puthash "vt-lsp/previewChanged"
             (lambda (_workspace params) (vt-lsp--preview-changed (vt-lsp--get params "uri")))
             handlers)
    (puthash "vt-lsp.showPreview"
             (lambda (action) (vt-lsp-preview (elt (vt-lsp--get action "arguments") 1)))
             actions)
    (puthash "vt-lsp.showReferences"
             (lambda (action)
               (lsp-show-xrefs (lsp--locations-to-xref-items (elt (vt-lsp--get action "arguments") 2)) nil t))
             actions)
    (lsp-register-client
     (make-lsp-client :new-connection (lsp-stdio-connection (lambda () vt-lsp-command))
                      :major-modes '(vt-lsp-yaml-mode)
                      :notification-handlers handlers
                      :action-handlers actions
                      ;; lsp-mode counts in code points, and does not say so.
                      :custom-capabilities '((general (positionEncodings . ["utf-32"])))
                      :server-id 'vt-lsp))))

;;;###autoload
(defun vt-lsp-use-lsp-mode ()
  "Start the server in the current buffer with lsp-mode."
  (require 'lsp-mode)
  (when-let ((root (vt-lsp-root)))
    (lsp-workspace-folders-add (directory-file-name (expand-file-name root))))
  (lsp))

(defun vt-lsp--eglot-p ()
  "Whether the current buffer is served by eglot.
It is an error if it is not served at all."
  (cond ((bound-and-true-p eglot--managed-mode) t)
        ((bound-and-true-p lsp-managed-mode) nil)
        (t (user-error "The language server does not run in this buffer"))))

(defun vt-lsp--get (object key)
  "The value of KEY in the JSON OBJECT, as eglot or lsp-mode reads it."
  (if (hash-table-p object)
      (gethash key object)
    (plist-get object (intern (concat ":" key)))))

;; Eglot sends changes when Emacs is idle, of each buffer by itself: after a rename the other file's may be waiting.
(defun vt-lsp--send-changes ()
  "Let eglot send what was changed in the pair's buffers."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (and (derived-mode-p 'vt-lsp-yaml-mode) (bound-and-true-p eglot--managed-mode))
        (eglot--signal-textDocument/didChange)))))

(defun vt-lsp--ask (method params on-result)
  "Send the request METHOD with PARAMS from the current buffer.
ON-RESULT is called with the answer, in this buffer."
  (let* ((buffer (current-buffer))
         (answered (lambda (result)
                     (when (buffer-live-p buffer)
                       (with-current-buffer buffer (funcall on-result result))))))
    (if (vt-lsp--eglot-p)
        (progn
          (vt-lsp--send-changes)
          (jsonrpc-async-request (eglot-current-server) (intern (concat ":" method)) params
                                 :success-fn answered
                                 :error-fn (lambda (error) (message "vt-lsp: %s" (plist-get error :message)))))
      (lsp-request-async method params answered :mode 'detached
                         :error-handler (lambda (error) (message "vt-lsp: %s" (vt-lsp--get error "message")))))))

(defun vt-lsp--position-params ()
  "The parameters of a request at point."
  (if (vt-lsp--eglot-p)
      (eglot--TextDocumentPositionParams)
    (lsp--text-document-position-params)))

(defun vt-lsp--point-of (position)
  "Where POSITION of the protocol is in the current buffer."
  (if (vt-lsp--eglot-p)
      (eglot--lsp-position-to-point position)
    (lsp--position-to-point position)))

(defun vt-lsp--uri ()
  "The URI of the current buffer."
  (let ((params (vt-lsp--position-params)))
    (vt-lsp--get (vt-lsp--get params "textDocument") "uri")))

(defun vt-lsp--execute (command second on-result)
  "Run a COMMAND of the server with the buffer's URI and SECOND.
ON-RESULT is called with the answer."
  (vt-lsp--ask "workspace/executeCommand"
               (list :command command :arguments (vconcat (list (vt-lsp--uri)) (and second (list second))))
               on-result))

;;;; The preview

(defvar vt-lsp--preview nil
  "What the preview shows.
A plist of :source (buffer), :uri, :operator, :operators and :pinned.")

(defconst vt-lsp--preview-buffer "*vt-lsp preview*")

(defconst vt-lsp--beside
  '((display-buffer-reuse-window display-buffer-in-direction display-buffer-use-some-window)
    (direction . right)
    (inhibit-same-window . t))
  "Where the preview is displayed.")

(defvar vt-lsp--timer nil
  "Runs when Emacs is idle after point has moved.")

(defvar vt-lsp-preview-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'vt-lsp-preview-jump)
    (define-key map (kbd "w") #'vt-lsp-preview-why)
    (define-key map (kbd "TAB") #'vt-lsp-preview-next)
    (define-key map (kbd "q") #'quit-window)
    map))

(define-minor-mode vt-lsp-preview-mode
  "Keys of the window with the generated C++."
  :lighter " Preview")

(defun vt-lsp--preview-window ()
  "The window of the preview, nil without one."
  (and vt-lsp--preview
       (buffer-live-p (plist-get vt-lsp--preview :source))
       (get-buffer-window vt-lsp--preview-buffer)))

(defun vt-lsp--preview-write (text)
  "Make TEXT the preview; its windows stay where they are."
  (with-current-buffer (get-buffer-create vt-lsp--preview-buffer)
    (unless vt-lsp-preview-mode
      (delay-mode-hooks (c++-mode)) ; no hook of the user: this is no file that a server of C++ knows
      (vt-lsp-preview-mode 1)
      (setq buffer-read-only t truncate-lines t))
    (let* ((window (vt-lsp--preview-window))
           (line (line-number-at-pos (if window (window-point window) (point))))
           (start (and window (line-number-at-pos (window-start window))))
           (inhibit-read-only t))
      (erase-buffer)
      (insert text)
      (goto-char (point-min))
      (forward-line (1- line))
      (when window
        (set-window-point window (point))
        (save-excursion
          (goto-char (point-min))
          (forward-line (1- start))
          (set-window-start window (point) t))))))

(defun vt-lsp--preview-take (result)
  "Show RESULT, the answer to vt-lsp/preview."
  (unless (equal (vt-lsp--get result "uri") (plist-get vt-lsp--preview :uri))
    (setq vt-lsp--preview (plist-put vt-lsp--preview :uri (vt-lsp--get result "uri")))
    (setq vt-lsp--preview (plist-put vt-lsp--preview :operator (vt-lsp--get result "operator")))
    (vt-lsp--preview-write (vt-lsp--get result "text"))
    (with-current-buffer vt-lsp--preview-buffer
      (goto-char (point-min))
      (setq header-line-format (concat "generated C++: " (plist-get vt-lsp--preview :operator)))))
  (setq vt-lsp--preview (plist-put vt-lsp--preview :operators (append (vt-lsp--get result "operators") nil))))

(defun vt-lsp--preview-mark (sections)
  "Mark SECTIONS in the preview and bring the first into view."
  (with-current-buffer vt-lsp--preview-buffer
    (remove-overlays (point-min) (point-max) 'vt-lsp t)
    (seq-do (lambda (section)
              (let ((range (vt-lsp--get section "range")))
                (overlay-put (make-overlay (vt-lsp--line-start (vt-lsp--get range "start") 0)
                                           (vt-lsp--line-start (vt-lsp--get range "end") 1))
                             'vt-lsp t)))
            sections)
    (dolist (overlay (overlays-in (point-min) (point-max)))
      (when (overlay-get overlay 'vt-lsp)
        (overlay-put overlay 'face 'highlight)))
    (when (> (length sections) 0)
      (let ((start (vt-lsp--line-start (vt-lsp--get (vt-lsp--get (elt sections 0) "range") "start") 0)))
        (goto-char start)
        (when-let ((window (vt-lsp--preview-window)))
          (set-window-point window start))))))

(defun vt-lsp--line-start (position more)
  "Where the line of POSITION starts in the preview.
If POSITION is inside the line, MORE lines below."
  (save-excursion
    (goto-char (point-min))
    (forward-line (+ (vt-lsp--get position "line") (if (> (vt-lsp--get position "character") 0) more 0)))
    (point)))

(defun vt-lsp--preview-follow-token ()
  "Mark what stems from the token at point."
  (let* ((params (vt-lsp--position-params))
         (position (vt-lsp--get params "position")))
    (vt-lsp--ask "vt-lsp/previewMap"
                 (list :uri (plist-get vt-lsp--preview :uri)
                       :textDocument (vt-lsp--get params "textDocument")
                       :range (list :start position :end position))
                 (lambda (result)
                   (when (and (vt-lsp--preview-window) (not (eq (window-buffer) (get-buffer vt-lsp--preview-buffer))))
                     (vt-lsp--preview-mark (vt-lsp--get result "sections")))))))

(defun vt-lsp--preview-follow ()
  "Bring the preview to what stands at point."
  (when (and (vt-lsp--preview-window) (eq (current-buffer) (plist-get vt-lsp--preview :source)))
    (if (plist-get vt-lsp--preview :pinned)
        (vt-lsp--preview-follow-token)
      (vt-lsp--ask "vt-lsp/preview" (vt-lsp--position-params)
                   (lambda (result)
                     (when (and result (vt-lsp--preview-window))
                       (unless (seq-contains-p (vt-lsp--get result "operators") (plist-get vt-lsp--preview :operator))
                         (vt-lsp--preview-take result))
                       (vt-lsp--preview-follow-token)))))))

(defun vt-lsp--preview-soon ()
  "Follow point when it rests."
  (when (timerp vt-lsp--timer)
    (cancel-timer vt-lsp--timer))
  (setq vt-lsp--timer
        (and (vt-lsp--preview-window)
             (run-with-idle-timer vt-lsp-preview-delay nil #'vt-lsp--preview-follow))))

(defun vt-lsp--preview-changed (uri)
  "The server says that the text of the preview URI is another one."
  (when (and (vt-lsp--preview-window) (equal uri (plist-get vt-lsp--preview :uri)))
    (with-current-buffer (plist-get vt-lsp--preview :source)
      (vt-lsp--ask "workspace/textDocumentContent" (list :uri uri)
                   (lambda (result)
                     (when (and (vt-lsp--preview-window) (equal uri (plist-get vt-lsp--preview :uri)))
                       (vt-lsp--preview-write (vt-lsp--get result "text"))))))))

(defun vt-lsp--operator (operator)
  "OPERATOR, nil for an empty one."
  (and operator (not (string-empty-p operator)) operator))

;;;###autoload
(defun vt-lsp-preview (&optional operator)
  "Show the generated C++ of what stands at point beside.
It follows point. With a prefix argument ask for an OPERATOR and stay with it."
  (interactive (list (and current-prefix-arg (read-string "Operator: "))))
  (let* ((named (vt-lsp--operator operator))
         (params (append (vt-lsp--position-params) (and named (list :operator named)))))
    (vt-lsp--ask "vt-lsp/preview" params
                 (lambda (result)
                   (if (not result)
                       (message "vt-lsp: no operator %s" (or named "here"))
                     (setq vt-lsp--preview (list :source (current-buffer) :pinned (and named t)))
                     (vt-lsp--preview-take result)
                     (display-buffer vt-lsp--preview-buffer vt-lsp--beside)
                     (add-hook 'post-command-hook #'vt-lsp--preview-soon nil t)
                     (vt-lsp--preview-follow-token))))))

(defun vt-lsp--preview-section (on-section)
  "Call ON-SECTION with the section at point of the preview."
  (let ((line (1- (line-number-at-pos))))
    (with-current-buffer (plist-get vt-lsp--preview :source)
      (vt-lsp--ask "vt-lsp/previewMap"
                   (list :uri (plist-get vt-lsp--preview :uri) :position (list :line line :character 0))
                   (lambda (result)
                     (let ((sections (vt-lsp--get result "sections")))
                       (if (> (length sections) 0)
                           (funcall on-section (elt sections 0))
                         (message "vt-lsp: this line is made from no token"))))))))

(defun vt-lsp-preview-jump ()
  "Go to the token that the line at point of the preview stems from."
  (interactive)
  (vt-lsp--preview-section
   (lambda (section)
     (when-let* ((origin (vt-lsp--get section "origin"))
                 (place (vt-lsp--origin-buffer origin))
                 (start (vt-lsp--get (vt-lsp--get origin "range") "start")))
       (pop-to-buffer place)
       (push-mark nil t)
       (goto-char (vt-lsp--point-of start))))))

(defun vt-lsp--origin-buffer (origin)
  "The buffer of the file that ORIGIN is in, served like the preview's source."
  (let ((uri (vt-lsp--get origin "uri"))
        (source (plist-get vt-lsp--preview :source)))
    (if (with-current-buffer source (equal uri (vt-lsp--uri)))
        source
      (find-file-noselect (vt-lsp--path uri)))))

(defun vt-lsp-preview-why ()
  "Say why the line at point of the preview is there."
  (interactive)
  (vt-lsp--preview-section (lambda (section) (message "%s" (vt-lsp--get section "reason")))))

(defun vt-lsp-preview-next ()
  "Show the next of the operators that the entry is for."
  (interactive)
  (let* ((operators (plist-get vt-lsp--preview :operators))
         (rest (cdr (member (plist-get vt-lsp--preview :operator) operators)))
         (next (or (car rest) (car operators))))
    (with-current-buffer (plist-get vt-lsp--preview :source)
      (vt-lsp--ask "vt-lsp/preview" (append (vt-lsp--position-params) (list :operator next))
                   (lambda (result)
                     (when (and result (vt-lsp--preview-window))
                       (vt-lsp--preview-take result)
                       (setq vt-lsp--preview (plist-put vt-lsp--preview :operators operators))))))))

;;;; Other commands

(defun vt-lsp--show (name text mode)
  "Show TEXT in the buffer NAME, in MODE."
  (with-current-buffer (get-buffer-create name)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text)
      (goto-char (point-min))
      (delay-mode-hooks (funcall mode))
      (view-mode 1))
    (display-buffer (current-buffer))))

;;;###autoload
(defun vt-lsp-preview-diff (&optional operator)
  "Show how generated C++ differs from that of the files on disk.
It is that of what stands at point. With a prefix argument ask for an OPERATOR."
  (interactive (list (and current-prefix-arg (read-string "Operator: "))))
  (vt-lsp--execute "vt-lsp.previewDiff"
                   (or (vt-lsp--operator operator) (vt-lsp--get (vt-lsp--position-params) "position"))
                   (lambda (result)
                     (cond ((not result) (message "vt-lsp: no operator %s" (or operator "here")))
                           ((string-empty-p (vt-lsp--get result "text"))
                            (message "vt-lsp: the C++ of %s is that of the files on disk" (vt-lsp--get result "operator")))
                           (t (vt-lsp--show "*vt-lsp diff*" (vt-lsp--get result "text") #'diff-mode))))))

;;;###autoload
(defun vt-lsp-other-file ()
  "Visit the other file of the pair."
  (interactive)
  (vt-lsp--execute "vt-lsp.otherFile" nil
                   (lambda (uri)
                     (if uri
                         (find-file (vt-lsp--path uri))
                       (message "vt-lsp: there is no other file")))))

(defun vt-lsp--path (uri)
  "The path of a file URI."
  (decode-coding-string (url-unhex-string (string-remove-prefix "file://" uri)) 'utf-8))

(defun vt-lsp--rule-here ()
  "The rule of the first mistake in the line of point; nil without one."
  (if (vt-lsp--eglot-p)
      (seq-some (lambda (one)
                  (let ((text (flymake-diagnostic-text one)))
                    (and (string-match "\\[\\([a-z0-9-]+\\)\\]" text) (match-string 1 text))))
                (flymake-diagnostics (line-beginning-position) (line-end-position)))
    (seq-some (lambda (one)
                (let ((start (vt-lsp--get (vt-lsp--get one "range") "start")))
                  (and (= (vt-lsp--get start "line") (1- (line-number-at-pos)))
                       (vt-lsp--get one "code"))))
              (lsp--get-buffer-diagnostics))))

;;;###autoload
(defun vt-lsp-explain (rule)
  "Show the page of a RULE."
  (interactive (list (read-string "Rule: " (vt-lsp--rule-here))))
  (vt-lsp--ask "workspace/executeCommand" (list :command "vt-lsp.explain" :arguments (vector rule))
               (lambda (page)
                 (vt-lsp--show "*vt-lsp rule*" page (if (fboundp 'markdown-mode) 'markdown-mode 'text-mode)))))

(provide 'vt-lsp)
;;; vt-lsp.el ends here
