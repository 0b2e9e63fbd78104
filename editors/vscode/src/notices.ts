// What the user is told. It is kept, for the debug information.

import * as vscode from 'vscode';

const MOST_KEPT = 20;

/** A button of a message and what it does. */
export interface Button {
  title: string;
  run: () => unknown;
}

export class Notices {
  /** The last messages, the newest at the end. */
  readonly told: string[] = [];

  constructor(private readonly log: vscode.LogOutputChannel) {}

  error(text: string, ...buttons: Button[]): void {
    this.log.error(text);
    this.show(text, vscode.window.showErrorMessage, buttons);
  }

  warn(text: string, ...buttons: Button[]): void {
    this.log.warn(text);
    this.show(text, vscode.window.showWarningMessage, buttons);
  }

  inform(text: string, ...buttons: Button[]): void {
    this.log.info(text);
    this.show(text, vscode.window.showInformationMessage, buttons);
  }

  private show(text: string, how: typeof vscode.window.showErrorMessage, buttons: Button[]): void {
    this.told.push(text);
    this.told.splice(0, this.told.length - MOST_KEPT);
    const answer = how<string>(text, ...buttons.map((button) => button.title));
    void answer.then((title) => buttons.find((button) => button.title === title)?.run());
  }
}
