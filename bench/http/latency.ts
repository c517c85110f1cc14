/** Measures requests while others run, for the benchmarks that compare an idle server with a busy one. */
import { cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

export interface Watch {
  /** In a line of the table. */
  readonly name: string;
  /** Each gets at most fifty requests a second. */
  readonly urls: readonly string[];
  readonly seconds: number;
  /** What runs meanwhile, until the function that it gets returns true. */
  readonly beside: (isOver: () => boolean) => Promise<void>;
}

/** Prints the machine, what is measured, and the head of the table. */
export function printHead(what: string, columns: readonly string[]): void {
  console.log(
    `Node ${process.version}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${what}, ms`,
  );
  console.log(`| beside | ${columns.map((column) => `${column} p50 | p99 | max`).join(' | ')} |`);
  console.log(`|---|${'--:|'.repeat(3 * columns.length)}`);
}

/** Measures, and prints a line: p50, p99 and max of each address in milliseconds. */
export async function watch({ name, urls, seconds, beside }: Watch): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const isOver = (): boolean => performance.now() >= end;
  const other = beside(isOver);
  const times = await Promise.all(urls.map((url) => timesOf(url, isOver)));
  await other;
  console.log(`| ${name} | ${times.map(summary).join(' | ')} |`);
}

async function timesOf(url: string, isOver: () => boolean): Promise<readonly number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const begin = performance.now();
    const response = await fetch(url);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} returned ${response.status}`);
    times.push(performance.now() - begin);
    await delay(20);
  }
  return times;
}

function summary(times: readonly number[]): string {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number): string =>
    (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1);
  return [at(0.5), at(0.99), at(1)].join(' | ');
}
