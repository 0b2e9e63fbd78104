// The server's own requests, as in vt_lsp/server/requests.

import type { Location, Position, Range } from 'vscode-languageclient';

/** The scheme of previews, which the server owns. */
export const PREVIEW_SCHEME = 'vt-lsp';

export interface Preview {
  uri: string;
  operator: string;
  text: string;
  operators: string[];
}

export interface Section {
  file: string;
  name: string;
  reason: string;
  range: Range;
  origin: { uri: string; range: Range } | null;
}

export interface PreviewMap {
  sections: Section[];
}

export interface PairStatus {
  files: Record<string, { path: string | null; open: boolean; there: boolean; problem: string }>;
  release?: string;
  foundBy?: string;
  named?: string | null;
  exact?: boolean;
  entries?: Record<string, number>;
  functions?: number;
}

export interface ServerStatus {
  version: string;
  python: string;
  yaml: string;
  pairs: PairStatus[];
}

/** Arguments of the code lens command `vt-lsp.showReferences`. */
export type ReferencesArguments = [uri: string, position: Position, locations: Location[]];
