import type { Colours } from '../terminal/colours.js';
import { durationText } from '../terminal/duration.js';

/** A line of the request log, as the server writes it. */
interface LogRecord {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly ms?: number;
  readonly err?: { readonly stack?: string; readonly message?: string };
}

const warning = 40;
const failure = 50;

/**
 * A log line for people: `14:02:31 GET /api/posts 200 3 ms`. A line that is no log record is returned
 * unchanged.
 */
export function prettyLogLine(line: string, colours: Colours): string {
  const record = parseRecord(line);
  if (record === null) return line;
  const time = colours.dim(new Date(record.time).toTimeString().slice(0, 8));
  const parts = record.status === undefined ? message(record, colours) : request(record, colours);
  return [time, ...parts].filter((part) => part !== '').join(' ');
}

function parseRecord(line: string): LogRecord | null {
  if (!line.startsWith('{')) return null;
  try {
    const value = JSON.parse(line) as LogRecord | null;
    return typeof value?.level === 'number' && typeof value.time === 'number' ? value : null;
  } catch {
    return null;
  }
}

function request({ method = '', path = '', status = 0, ms }: LogRecord, colours: Colours): readonly string[] {
  const paint = status >= 500 ? colours.red : status >= 400 ? colours.yellow : colours.green;
  const took = ms === undefined ? '' : colours.dim(ms < 1 ? `${ms.toFixed(1)} ms` : durationText(ms));
  return [method.padEnd(6), path, paint(String(status)), took];
}

function message(
  { level, msg = '', method = '', path = '', err }: LogRecord,
  colours: Colours,
): readonly string[] {
  const paint = level >= failure ? colours.red : level >= warning ? colours.yellow : (text: string) => text;
  const reason = err?.stack ?? err?.message ?? '';
  return [paint(msg), method, path, reason === '' ? '' : `\n${reason}`];
}
