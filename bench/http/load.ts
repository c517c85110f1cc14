/** The load generator, a process of its own: reads a job from standard input, prints what it measured as JSON. */
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

export interface LoadJob {
  readonly url: string;
  readonly connections: number;
  /** Seconds. */
  readonly duration: number;
  readonly requests: readonly {
    readonly method: 'GET' | 'POST' | 'PATCH';
    readonly path: string;
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
  }[];
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly answers: number;
  /** Answers other than 2xx, and broken connections. */
  readonly failures: number;
}

const job = JSON.parse(await text(process.stdin)) as LoadJob;
const result = await autocannon({
  url: job.url,
  connections: job.connections,
  duration: job.duration,
  requests: job.requests.map((request) => ({ ...request, headers: { ...request.headers } })),
});
const answer: LoadResult = {
  perSecond: result.requests.average,
  p50: result.latency.p50,
  p99: result.latency.p99,
  answers: result.requests.total,
  failures: result.non2xx + result.errors + result.timeouts,
};
console.log(JSON.stringify(answer));
