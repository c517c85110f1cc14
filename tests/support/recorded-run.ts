/** What programs that search for faults report of a run, for the table of `npm run tried`. */
import { appendFileSync } from 'node:fs';

export interface RecordedRun {
  readonly program: string;
  readonly database: string;
  /** `7 to 11`, or empty if nothing of the run is random. */
  readonly seeds: string;
  /** What was tried, in words: `5 pairs of worlds, 3,741 requests`. */
  readonly tried: string;
  readonly kills: number;
  readonly seconds: number;
  /** Faults of the service that the run found. */
  readonly faults: number;
}

/** Appends a run to the file in `SVC_RECORDED_RUNS`, a JSON object per line. Does nothing without it. */
export function recordRun(run: RecordedRun): void {
  const file = process.env['SVC_RECORDED_RUNS'];
  if (file) appendFileSync(file, `${JSON.stringify(run)}\n`);
}

/** `3,741 requests` */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}`;
}
