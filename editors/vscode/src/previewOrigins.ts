// Between a preview and the tokens it stems from: a click, a hover and go to definition in the preview lead to the token;
// the cursor in the pair marks what stems from where it is.

import * as path from 'node:path';
import * as vscode from 'vscode';
import { rangeOf, select, visibleEditor } from './places';
import type { Previews, Shown } from './preview';
import { PREVIEW_SCHEME, type PreviewMap, type Section } from './protocol';
import type { ServerSession } from './session';

// A place that more than this part of a preview stems from is the whole entry: to mark nearly everything tells nothing.
const MOST_MARKED = 3;

export class PreviewOrigins implements vscode.Disposable, vscode.HoverProvider, vscode.DefinitionProvider {
  private readonly inPreview = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.rangeHighlightForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });
  private readonly disposables: vscode.Disposable[];

  constructor(
    private readonly session: ServerSession,
    private readonly previews: Previews,
  ) {
    const selector = { scheme: PREVIEW_SCHEME };
    this.disposables = [
      this.inPreview,
      vscode.languages.registerHoverProvider(selector, this),
      vscode.languages.registerDefinitionProvider(selector, this),
      previews.onDidChange((shown) => this.quietly(this.mark(shown))),
      vscode.workspace.onDidChangeTextDocument((event) => {
        const shown = previews.current;
        if (shown !== undefined && event.document.uri.toString() === shown.uri.toString()) {
          this.quietly(this.mark(shown));
        }
      }),
      vscode.window.onDidChangeTextEditorSelection((event) => {
        if (event.textEditor.document.uri.scheme === PREVIEW_SCHEME && event.kind === vscode.TextEditorSelectionChangeKind.Mouse) {
          this.quietly(this.clicked(event.textEditor));
        }
      }),
    ];
  }

  dispose(): void {
    this.disposables.forEach((one) => one.dispose());
  }

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const section = await this.sectionAt(document.uri, position);
    if (section === undefined) {
      return undefined;
    }
    const text = new vscode.MarkdownString(`**${section.name}**: ${section.reason}`);
    if (section.origin !== null) {
      const { start } = section.origin.range;
      const target = `${section.origin.uri}#L${start.line + 1},${start.character + 1}`;
      text.appendMarkdown(`\n\nFrom [${path.posix.basename(section.origin.uri)}:${start.line + 1}](${target})`);
    }
    return new vscode.Hover(text, rangeOf(section.range));
  }

  async provideDefinition(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Location | undefined> {
    const origin = (await this.sectionAt(document.uri, position))?.origin;
    return origin ? new vscode.Location(vscode.Uri.parse(origin.uri), rangeOf(origin.range)) : undefined;
  }

  private quietly(work: Promise<void>): void {
    work.catch((error: unknown) => this.session.log.debug(String(error)));
  }

  private async sectionAt(uri: vscode.Uri, position: vscode.Position): Promise<Section | undefined> {
    const found = await this.session.request<PreviewMap>('vt-lsp/previewMap', { uri: uri.toString(), position });
    return found.sections[0];
  }

  /** Select the token that the clicked section stems from; the preview keeps the focus. */
  private async clicked(editor: vscode.TextEditor): Promise<void> {
    if (!editor.selection.isEmpty) {
      return; // text is being selected, to copy it
    }
    const origin = (await this.sectionAt(editor.document.uri, editor.selection.active))?.origin;
    if (origin) {
      const uri = vscode.Uri.parse(origin.uri);
      const source = this.previews.current?.source;
      const beside = source && visibleEditor(source)?.viewColumn;
      this.previews.holdFor(uri);
      await select(uri, rangeOf(origin.range), { focus: false, column: beside ?? vscode.ViewColumn.One });
    }
  }

  /** Mark in the preview what stems from the cursor's place in the pair. */
  private async mark(shown: Shown): Promise<void> {
    const source = visibleEditor(shown.source);
    const editor = visibleEditor(shown.uri);
    if (source === undefined || editor === undefined) {
      return;
    }
    const { sections } = await this.session.request<PreviewMap>('vt-lsp/previewMap', {
      textDocument: { uri: shown.source.toString() },
      range: { start: source.selection.start, end: source.selection.end },
      uri: shown.uri.toString(),
    });
    const ranges = narrowest(sections).map((section) => rangeOf(section.range));
    const lines = ranges.reduce((sum, range) => sum + range.end.line - range.start.line + 1, 0);
    if (lines > editor.document.lineCount / MOST_MARKED) {
      ranges.length = 0;
    }
    editor.setDecorations(this.inPreview, ranges);
    const seen = editor.visibleRanges;
    const first = ranges[0];
    if (first !== undefined && !ranges.some((range) => seen.some((visible) => visible.intersection(range) !== undefined))) {
      editor.revealRange(first, vscode.TextEditorRevealType.InCenter);
    }
  }
}

/** The sections that stem from the shortest stretch around the cursor: those of a whole entry say nothing beside them. */
function narrowest(sections: Section[]): Section[] {
  const lengths = sections.map(({ origin }) => (origin === null ? Infinity : lengthOf(rangeOf(origin.range))));
  const least = Math.min(...lengths);
  return sections.filter((_, at) => lengths[at] === least);
}

function lengthOf(range: vscode.Range): number {
  return (range.end.line - range.start.line) * 10_000 + range.end.character - range.start.character;
}
