import type { IncomingMessage, ServerResponse } from 'node:http';

/** Requests whose client waits for `100 Continue` before it sends the body. */
const waiting = new WeakSet<IncomingMessage>();

/**
 * Records that `100 Continue` was not sent yet; a server without a `checkContinue` listener sends it itself.
 */
export function awaitContinue(request: IncomingMessage): void {
  waiting.add(request);
}

/** Sends `100 Continue` if the client waits for it. */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}
