/**
 * A process that runs long statements, one after the other, and can be killed during one: better-sqlite3
 * cannot be interrupted, and a thread cannot be ended while it waits for a statement. Started by
 * `StartedReader`.
 */
import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { openReader } from './database-file.js';
import type { ReaderAnswer, ReaderMessage } from './reader-messages.js';
import { sqliteCode } from './sqlite-errors.js';
import { StatementCache } from './statement-cache.js';

/** Below the server's priority (19 is the lowest): other work must not wait for long reads. */
const politeness = 10;
/** Statements are long and rarely repeated. */
const maxStatements = 20;

let database: Database | null = null;
let statements: StatementCache | null = null;

process.on('message', (message: ReaderMessage) => {
  process.send?.(answerTo(message));
});
process.once('disconnect', () => process.exit(0));
// A terminal sends it to the whole process group: the server shuts down in order, and this process with it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
yieldToOthers();
// A separate thread notices that the server is gone while a statement runs.
new Worker(new URL('./reader-watch.js', import.meta.url)).unref();

function answerTo(message: ReaderMessage): ReaderAnswer {
  try {
    if (message.svc === 'open') {
      database = openReader(message.path);
      statements = new StatementCache(database, { kind: 'reads', generationSize: maxStatements });
      return { svc: 'ready' };
    }
    if (statements === null) throw new Error('The database is not open.');
    const rows = statements.prepare(message.sql).all(message.parameters);
    return { svc: 'rows', rows: rows as Extract<ReaderAnswer, { svc: 'rows' }>['rows'] };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { svc: 'failed', message: text, code: sqliteCode(error) };
  }
}

function yieldToOthers(): void {
  try {
    setPriority(politeness);
  } catch {
    // Some systems forbid it; then readers have normal priority.
  }
}
