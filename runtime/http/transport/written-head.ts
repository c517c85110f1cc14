/** Heads of responses as text, where most of their lines are the same each time. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/**
 * How Node writes a head: it adds the date, the lines of the connection, and those of `headers`. With
 * `writeHead` it would check and join a dozen headers each time, which is a tenth of a short response.
 */
interface HeadWriter {
  readonly _header: unknown;
  _storeHeader(firstLines: string, headers: readonly string[]): void;
}

/** Returns the lines of headers, names and values in turn. */
export function headLines(headers: readonly string[]): string {
  let lines = '';
  for (let at = 0; at + 1 < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return lines;
}

/**
 * Writes the head of a response of status 200. The lines are sent as they are: they must contain nothing that
 * a client has sent unless it was checked.
 */
export function writeLines(response: ServerResponse, lines: string, length: number): void {
  const writer: ServerResponse & Partial<HeadWriter> = response;
  writer._storeHeader?.(`HTTP/1.1 200 OK\r\n${lines}`, ['Content-Length', String(length)]);
}

let isKnown: boolean | null = null;

/**
 * Whether this Node writes such a head as it would write its headers. It is not documented, so it is
 * compared, once; a monitor that adds headers in `writeHead` makes a difference too.
 */
export function canWriteLines(): boolean {
  isKnown ??= compareHeads();
  return isKnown;
}

function compareHeads(): boolean {
  const headers = ['X-Svc-Probe', 'a', 'Content-Type', 'application/json'];
  const [usual, lines] = [probe(), probe()];
  usual.writeHead(200, [...headers, 'Content-Length', '3']);
  writeLines(lines, headLines(headers), 3);
  return typeof usual._header === 'string' && usual._header === lines._header && lines.headersSent;
}

function probe(): ServerResponse & Partial<HeadWriter> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.sendDate = false;
  return response;
}
