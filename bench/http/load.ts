/**
 * The load generator, a process of its own: reads a job from standard input, prints its measurements as JSON.
 *
 * It shares the processor with the server, so it does as little as it can: one socket for each connection,
 * requests encoded as bytes in advance, of a response only its status and its length. (A general HTTP client
 * costs as much as the server.)
 */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { chunkedBody } from './chunked-body.js';

export interface LoadJob {
  readonly url: string;
  readonly connections: number;
  /** Seconds. */
  readonly duration: number;
  readonly requests: readonly {
    readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
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
  /** Responses other than 2xx, and broken connections. */
  readonly failures: number;
}

const job = JSON.parse(await text(process.stdin)) as LoadJob;
const { hostname, port, host } = new URL(job.url);
const requests = job.requests.map(asBytes);
const times: number[] = [];
let failures = 0;
let next = 0;

const begin = performance.now();
const end = begin + job.duration * 1000;
await Promise.all(Array.from({ length: job.connections }, keepAsking));
const seconds = (performance.now() - begin) / 1000;
times.sort((a, b) => a - b);
const answer: LoadResult = {
  perSecond: times.length / seconds,
  p50: percentile(0.5),
  p99: percentile(0.99),
  answers: times.length,
  failures,
};
console.log(JSON.stringify(answer));

function asBytes({ method, path, body = '', headers = {} }: LoadJob['requests'][number]): Buffer {
  const lines = Object.entries({ Host: host, 'Content-Length': String(Buffer.byteLength(body)), ...headers })
    .filter(([name]) => method !== 'GET' || name !== 'Content-Length')
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/** One connection: the next request is sent when the response to the last one is complete. */
function keepAsking(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    let sent = 0;
    let missing = 0;
    let isEndOf: ((bytes: Buffer) => boolean) | null = null;
    let head: Buffer = Buffer.alloc(0);

    function ask(): void {
      sent = performance.now();
      if (sent >= end) return void socket.end();
      socket.write(requests[next++ % requests.length] ?? Buffer.alloc(0));
    }

    function answered(): void {
      times.push(performance.now() - sent);
      ask();
    }

    socket.on('connect', ask);
    socket.on('data', (chunk: Buffer) => {
      if (isEndOf !== null) {
        if (isEndOf(chunk)) {
          isEndOf = null;
          answered();
        }
        return;
      }
      if (missing > 0) {
        missing -= chunk.length;
        if (missing === 0) answered();
        return;
      }
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const bodyAt = head.indexOf('\r\n\r\n') + 4;
      if (bodyAt < 4) return;
      const headers = head.toString('latin1', 0, bodyAt);
      if (!/^HTTP\/1\.1 2/.test(headers)) failures += 1;
      if (/\r\ntransfer-encoding: chunked/i.test(headers)) {
        const body = head.subarray(bodyAt);
        head = Buffer.alloc(0);
        const isEnd = chunkedBody();
        if (isEnd(body)) answered();
        else isEndOf = isEnd;
        return;
      }
      const length = /\r\ncontent-length: (\d+)/i.exec(headers)?.[1];
      if (length === undefined) throw new Error(`An answer without a length: ${headers}`);
      missing = Number(length) - (head.length - bodyAt);
      head = Buffer.alloc(0);
      if (missing === 0) answered();
    });
    socket.on('error', () => {
      failures += 1;
    });
    socket.on('close', () => resolve());
  });
}

function percentile(share: number): number {
  const at = times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return Math.round(at * 10) / 10;
}
