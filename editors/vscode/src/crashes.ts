// What happens when the server's process ends by itself: it is started again, but not for ever.

import { CloseAction, ErrorAction, type CloseHandlerResult, type ErrorHandler, type ErrorHandlerResult } from 'vscode-languageclient/node';

const MOST_CRASHES = 5;
const PERIOD_MS = 3 * 60_000;

/** Counts the ends of the process. `told` is called at each, with how many there were lately and whether it goes on. */
export class Crashes implements ErrorHandler {
  private times: number[] = [];

  constructor(private readonly told: (count: number, goesOn: boolean) => void) {}

  error(): ErrorHandlerResult {
    // A broken message is logged; if the stream is broken it closes.
    return { action: ErrorAction.Continue, handled: true };
  }

  closed(): CloseHandlerResult {
    const now = Date.now();
    this.times = [...this.times.filter((time) => now - time < PERIOD_MS), now];
    const goesOn = this.times.length < MOST_CRASHES;
    this.told(this.times.length, goesOn);
    return { action: goesOn ? CloseAction.Restart : CloseAction.DoNotRestart, handled: true };
  }

  /** The user wants to try again. */
  forget(): void {
    this.times = [];
  }
}
