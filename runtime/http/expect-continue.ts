import type { IncomingMessage, ServerResponse } from 'node:http';

/** Requests whose client waits to be told to go on before it sends the body. */
const waiting = new WeakSet<IncomingMessage>();

/** Notes that nobody has told the client yet; a server without this answer would have done so itself. */
export function awaitContinue(request: IncomingMessage): void {
  waiting.add(request);
}

/** Tells the client to send the body, if it waits for that. */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}
