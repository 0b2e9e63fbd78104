;;; emacs_session.el --- an editing session in Emacs, with eglot or lsp-mode  -*- lexical-binding: t; -*-

;; What is seen is written as JSON to $SEEN; the test judges it.

(require 'json)
(require 'cl-lib)

(defvar seen nil)
(defvar root (file-name-as-directory (getenv "CHECKOUT")))
(defvar eglot-p (equal (getenv "CLIENT") "eglot"))
(defvar patience 20)

(defun note (key value)
  (setq seen (cons (cons key value) (assq-delete-all key seen))))

(defmacro wait (what &rest test)
  "Wait until TEST is true; WHAT is what it is about."
  `(let ((end (+ (float-time) patience)) (found nil))
     (while (not (setq found (progn ,@test)))
       (when (> (float-time) end)
         (error "timeout: %s" ,what))
       (accept-process-output nil 0.02)
       ;; What eglot does when Emacs is idle, which it never is in batch.
       (when eglot-p (vt-lsp--send-changes)))
     found))

(defun lines (&optional buffer)
  (with-current-buffer (or buffer (current-buffer))
    (vconcat (split-string (string-trim-right (buffer-substring-no-properties (point-min) (point-max)) "\n") "\n"))))

(defun go-to (line text)
  "Put point on the first TEXT in LINE."
  (goto-char (point-min))
  (forward-line (1- line))
  (search-forward text (line-end-position))
  (goto-char (match-beginning 0)))

(defun visit (file)
  "Visit FILE as a command does."
  (find-file (expand-file-name file root))
  (run-hooks 'post-command-hook))

(defun served-p ()
  (or (bound-and-true-p eglot--managed-mode) (bound-and-true-p lsp-managed-mode)))

(defun problems ()
  "The diagnostics of the buffer: rules and texts."
  (vconcat
   (mapcar (lambda (one)
             (vector (save-excursion (goto-char (flymake-diagnostic-beg one)) (vt-lsp--rule-here))
                     (buffer-substring-no-properties (flymake-diagnostic-beg one) (flymake-diagnostic-end one))))
           (flymake-diagnostics))))

(defun severity-here ()
  (pcase (flymake-diagnostic-type (car (flymake-diagnostics (point))))
    ((or 'eglot-error :error) "error")
    ((or 'eglot-warning :warning) "warning")))

(defun problem-count (count)
  (wait (format "%d diagnostics" count)
    (flymake-start)
    (= (length (flymake-diagnostics)) count)))

(defun ask (method params)
  "The server's answer, as JSON reads: plists or hash tables."
  (let ((answer nil))
    (vt-lsp--ask method params (lambda (result) (setq answer (list result))))
    (wait method answer)
    (car answer)))

(defun choose-action (text wanted)
  "Apply the code action WANTED at TEXT."
  (save-excursion
    (goto-char (point-min))
    (search-forward text)
    (goto-char (match-beginning 0))
    (let ((before (buffer-chars-modified-tick))
          (last-nonmenu-event ?x)) ; a key, no click: no menu pops up
      (cl-letf (((symbol-function 'completing-read)
                 (lambda (_prompt choices &rest _)
                   (or (cl-find-if (lambda (one) (string-match-p (regexp-quote wanted) one))
                                   (all-completions "" choices))
                       (error "no code action %s in %S" wanted (all-completions "" choices))))))
        (if eglot-p
            (eglot-code-actions (point) (point) nil t)
          (call-interactively #'lsp-execute-code-action)))
      (wait wanted (/= before (buffer-chars-modified-tick))))))

(defun rename (name)
  (if eglot-p (eglot-rename name) (lsp-rename name)))

(defun preview ()
  (get-buffer "*vt-lsp preview*"))

(defun preview-has (text)
  (and (preview)
       (with-current-buffer (preview)
         (save-excursion (goto-char (point-min)) (search-forward text nil t)))))

(defun lens (title)
  "Do what the lens TITLE of the second line does."
  (goto-char (point-min))
  (forward-line 1)
  (let* ((lenses (lsp-request "textDocument/codeLens" (list :textDocument (lsp--text-document-identifier))))
         (resolved (mapcar (lambda (one) (lsp-request "codeLens/resolve" one)) lenses))
         (found (cl-find title resolved
                         :key (lambda (one) (vt-lsp--get (vt-lsp--get one "command") "title")) :test #'equal)))
    (lsp--execute-command (vt-lsp--get found "command"))
    (note 'lens title)))

(defun session ()
  (visit "other.yaml")
  (visit "finance/derivatives.yaml")
  (note 'others (if (or (served-p) (derived-mode-p 'vt-lsp-yaml-mode)) 1 0))
  (visit "tools/autograd/derivatives.yaml")
  (let ((derivatives (current-buffer))
        (native (expand-file-name "aten/src/ATen/native/native_functions.yaml" root)))
    (wait "attach" (served-p))
    (note 'root (expand-file-name (if eglot-p (project-root (project-current)) (lsp-workspace-root))))
    (flymake-mode 1)
    (problem-count 2)
    (note 'diagnostics (problems))
    (go-to 4 "watr")
    (when eglot-p ; asked for after the first diagnostics
      (wait "the settings"
        (flymake-start)
        (equal (severity-here) "warning")))
    (note 'severity (severity-here))

    (go-to 2 "water")
    (note 'hover (vt-lsp--get (vt-lsp--get (ask "textDocument/hover" (vt-lsp--position-params)) "contents") "value"))
    (go-to 3 "water")
    (call-interactively (if eglot-p #'xref-find-definitions #'lsp-find-definition))
    (run-hooks 'post-command-hook)
    (wait "definition" (equal buffer-file-name native))
    (note 'definition (vector (thing-at-point 'symbol t) (line-number-at-pos)))
    (wait "attach to the other" (served-p))
    (switch-to-buffer derivatives)

    ;; Half a word is typed after the odd characters, and completed.
    (go-to 3 "water")
    (delete-region (point) (+ (point) (length "water")))
    (insert "wat")
    (let* ((capf (if eglot-p #'eglot-completion-at-point #'lsp-completion-at-point))
           (found (funcall capf)))
      (note 'completion
            (vconcat (mapcar #'substring-no-properties
                             (all-completions "wat" (nth 2 found) (plist-get (nthcdr 3 found) :predicate)))))
      (let ((completion-at-point-functions (list capf)))
        (completion-at-point)))
    (note 'completed (aref (lines) 2))

    (choose-action "grads[1]" "Replace `grads")
    (choose-action "watr" "Rename `watr`")
    (note 'fixed (lines))
    (problem-count 0)

    (go-to 2 "water")
    (rename "soap")
    (note 'renamed (lines))
    (note 'renamed_native (lines (find-buffer-visiting native)))

    ;; The preview follows an edit, and leads back.
    (go-to 3 "soap")
    (vt-lsp-preview)
    (wait "preview" (preview-has "WashBackward"))
    (note 'preview (lines (preview)))
    (note 'preview_kind (with-current-buffer (preview) (if (derived-mode-p 'c++-mode) "cpp" "")))
    (go-to 3 "* soap")
    (delete-char 1)
    (insert "+")
    (wait "preview of the edit" (preview-has "grad + soap"))
    (note 'edited (lines))
    (select-window (get-buffer-window (preview)))
    (goto-char (point-min))
    (search-forward "grad + soap")
    (vt-lsp-preview-jump)
    (wait "jump" (eq (window-buffer) derivatives))
    (switch-to-buffer derivatives)
    (note 'jump (vector (file-name-nondirectory buffer-file-name) (line-number-at-pos)
                        (buffer-substring-no-properties (point) (line-end-position))))
    ;; Point goes to another entry, and the preview with it.
    (goto-char (point-min))
    (forward-line 6)
    (run-hooks 'post-command-hook)
    (vt-lsp--preview-follow)
    (wait "preview follows point" (preview-has "RinseBackward"))
    (note 'followed (if (preview-has "WashBackward") :json-false t))

    ;; The entry is for two operators; a line of the preview says why it is there.
    (with-current-buffer (preview)
      (vt-lsp-preview-next)
      (wait "the next operator" (preview-has "// rinse_("))
      (vt-lsp-preview-next)
      (wait "the first operator again" (preview-has "// rinse("))
      (goto-char (point-min))
      (search-forward "RinseBackward")
      (vt-lsp-preview-why)
      (wait "the reason"
        (with-current-buffer (messages-buffer)
          (save-excursion (goto-char (point-max)) (search-backward "The node is made" nil t)))))

    (unless eglot-p
      (lens "show generated C++")
      (wait "the preview of the lens" (preview-has "WashBackward"))
      (switch-to-buffer derivatives)
      (lens "1 function")
      (wait "the list of the lens" (or (equal buffer-file-name native) (get-buffer "*xref*")))
      (switch-to-buffer derivatives))

    (vt-lsp-preview-diff "wash")
    (note 'diff (lines (wait "diff" (get-buffer "*vt-lsp diff*"))))
    (vt-lsp-explain "unknown-type")
    (wait "explain" (get-buffer "*vt-lsp rule*"))
    (switch-to-buffer derivatives)
    (vt-lsp-other-file)
    (wait "other" (equal (buffer-file-name (window-buffer)) native))
    (note 'other t)
    (save-some-buffers t)))

(setq make-backup-files nil create-lockfiles nil auto-save-default nil)
(let ((debug-on-error nil))
  (condition-case failure
      (session)
    (error (note 'failure (format "%S" failure)))))
(note 'errors "")
(let ((json-encoding-pretty-print nil) (coding-system-for-write 'utf-8-unix))
  (write-region (json-encode seen) nil (getenv "SEEN")))
(when eglot-p (ignore-errors (eglot-shutdown-all))) ; lsp-mode does so by itself
(kill-emacs 0)
