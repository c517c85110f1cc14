/**
 * Sends random requests of every operation as every actor, alone and in sequences, and checks each response:
 * no status of 500 or above, nothing that the OpenAPI document does not declare, no change by a refused
 * write, no request above its CPU, no growth of memory.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type ListedOperation, operationsOf } from '../support/openapi-operations.js';
import { createAnswerChecker } from '../support/openapi-validator.js';
import { createActors } from './actors.js';
import { type Fault, faultOf, type SentByActor } from './fault.js';
import type { FuzzedServer, Usage } from './fuzzed-server.js';
import { createIds } from './ids.js';
import { createRequestMaker, type MadeRequest } from './made-request.js';
import { createRandom } from './random.js';

export interface FuzzOptions {
  readonly seed: number;
  /** Milliseconds. */
  readonly duration: number;
}

export interface FuzzResult {
  readonly requests: number;
  /** How many operations there are, and those without a response below 400. */
  readonly operations: number;
  readonly missed: readonly string[];
  readonly statuses: ReadonlyMap<number, number>;
  readonly faults: readonly Fault[];
  /** The most expensive request, in milliseconds of CPU. */
  readonly costliest: { readonly cpu: number; readonly request: string };
  /** Bytes of heap after warm-up and at the end, both after a garbage collection. */
  readonly heap: { readonly warm: number; readonly end: number };
}

/** A request may take this many milliseconds of CPU. */
const maxCpu = 2000;
/**
 * One that writes up to 1,000 documents, each with its hooks, references and versions, counts as 50 requests.
 */
const maxCpuOfMany = 5000;
/** Bytes by which the heap may grow after warm-up: caches that fill up are bounded below this. */
const maxGrowth = 48 * 1024 * 1024;
const warmUp = 0.25;
const powerful = ['editor', 'admin', 'super_admin', 'super_admin'] as const;
/** Requests of authentication hash passwords, which is slow on purpose. */
const authShare = 0.3;

/** Fuzzes a server until the time is over. The same seed makes the same decisions. */
export async function fuzz(server: FuzzedServer, { seed, duration }: FuzzOptions): Promise<FuzzResult> {
  const random = createRandom(seed);
  const ids = createIds();
  const actors = await createActors(server.url, ids.learn);
  ids.hide(actors.keeperId);
  const maker = createRequestMaker({ document: server.openapi, random, ids, project: server.project });
  const check = createAnswerChecker(server.openapi);
  const operations = operationsOf(server.openapi).filter(({ path }) => path.startsWith('/api/'));
  const ofAuth = operations.filter(({ path }) => /^\/api\/(auth|users)/.test(path));
  const ofDocuments = operations.filter((operation) => !ofAuth.includes(operation));
  const faults = new Map<string, Fault>();
  const statuses = new Map<number, number>();
  const reached = new Set<string>();
  let requests = 0;
  let costliest = { cpu: 0, request: '' };
  let warm: Usage | null = null;

  function found(fault: Fault): void {
    if (!faults.has(fault.kind)) faults.set(fault.kind, fault);
  }

  async function send(made: MadeRequest, actorName: string): Promise<Received> {
    const actor = actorName === 'keeper' ? await actors.keeper() : await actors.get(actorName);
    const sent: SentByActor = { ...made, actor: actorName, number: ++requests };
    const before = await server.cpu();
    const response = await fetch(`${server.url}${made.url}`, {
      method: made.method,
      headers: { ...made.headers, ...actor.headers },
      redirect: 'manual',
      ...(made.body !== undefined && { body: made.body }),
    }).catch((error: unknown) => {
      found(faultOf(sent, 'no response', String(error instanceof Error ? (error.cause ?? error) : error)));
      return null;
    });
    if (response === null) return { status: 0, text: '', body: undefined };
    const text = await response.clone().text();
    if (server.exit() === null) measure(sent, (await server.cpu()) - before);
    await judge(sent, response, text);
    if (response.status === 401 && actorName !== 'keeper') actors.renew(actorName);
    const body = parsed(text);
    if (response.status < 300) ids.learn(made.url, body);
    return { status: response.status, text, body };
  }

  async function judge(sent: SentByActor, response: Response, text: string): Promise<void> {
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    if (response.status >= 500) {
      found(faultOf(sent, `status ${response.status}`, `${text}\n  ${server.log.slice(-3).join('\n  ')}`));
      return;
    }
    const { body, ...others } = sent;
    await check(body === '' ? others : sent, response).catch((error: Error) => {
      if (isPartly(response, error)) return;
      found(faultOf(sent, (error.message.split('\n')[1] ?? '').slice(0, 120), error.message));
    });
  }

  function measure(sent: SentByActor, cpu: number): void {
    if (cpu > costliest.cpu) costliest = { cpu, request: `${sent.method} ${sent.url.slice(0, 200)}` };
    if (cpu > (writesMany(sent) ? maxCpuOfMany : maxCpu))
      found(faultOf(sent, 'too much CPU', `${Math.round(cpu)} ms`));
  }

  /** Half of the requests come from those who may do most: others are refused before much happens. */
  function someActor(): string {
    return random.chance(0.5) ? random.pick(powerful) : random.pick(actors.names);
  }

  async function single(operation: ListedOperation): Promise<Received> {
    const made = maker.request(operation);
    const actor = someActor();
    const answer = await send(made, actor);
    if (answer.status < 400 && answer.status > 0) reached.add(`${operation.method} ${operation.path}`);
    return answer;
  }

  /** The document as the keeper sees it, drafts included. */
  async function seen(path: string): Promise<string> {
    const { text } = await send(
      { method: 'GET', url: `${path}?draft=true`, headers: {}, body: undefined },
      'keeper',
    );
    return text;
  }

  /** A write that is refused changes nothing. */
  async function watched(operation: ListedOperation, path: string): Promise<void> {
    const was = await seen(path);
    const made = maker.request(operation);
    const actor = someActor();
    const { status } = await send(made, actor);
    if (status < 400) {
      if (status > 0) reached.add(`${operation.method} ${operation.path}`);
      return;
    }
    const is = await seen(path);
    if (is === was) return;
    const sent: SentByActor = { ...made, actor, number: requests };
    found(faultOf(sent, `a refused write (${status}) changed the document`, `${was}\n  ${is}`));
  }

  /** The life of one document: created by one user, then changed, published and deleted by others. */
  async function life(): Promise<void> {
    const creations = ofDocuments.filter(
      ({ method, path }) => method === 'POST' && /^\/api\/[\w-]+$/.test(path),
    );
    const creation = random.pickOr(creations, null);
    if (creation === null) return;
    const slug = creation.path.split('/')[2] ?? '';
    const { body } = await single(creation);
    const id = isDocument(body) ? body.id : ids.of(slug, random);
    const path = `/api/${slug}/${id}`;
    const steps = ofDocuments.filter((operation) => operation.path.startsWith(`/api/${slug}/{id}`));
    ids.focus({ slug, id });
    for (let left = 3 + random.int(9); left > 0; left--) {
      const step = random.pickOr(steps, creation);
      // Ending a life early leaves nothing to do.
      if (step.method === 'DELETE' && step.path.endsWith('{id}') && random.chance(0.7)) continue;
      if (step.method !== 'GET' && random.chance(0.4)) await watched(step, path);
      else await single(step);
    }
    ids.focus(null);
  }

  const begin = Date.now();
  while (Date.now() - begin < duration && server.exit() === null) {
    if (random.chance(0.4)) await life();
    else
      await single(
        random.pickOr(random.chance(authShare) ? ofAuth : ofDocuments, operations[0] as ListedOperation),
      );
    if (warm === null && Date.now() - begin > duration * warmUp) warm = await server.settledUsage();
  }
  if (server.exit() !== null) {
    const report = `The server ended: ${server.exit()}\n${server.log.slice(-20).join('\n')}`;
    faults.set('exit', { kind: 'the server ended', report });
    return result({ warm: 0, end: 0 });
  }
  // Idle connections and timers of the last requests end first.
  await delay(1000);
  const end = (await server.settledUsage()).heap;
  const grown = end - (warm?.heap ?? end);
  if (grown > maxGrowth) {
    faults.set('heap', {
      kind: 'memory grows',
      report: `The heap grew by ${Math.round(grown / 2 ** 20)} MiB.`,
    });
  }
  return result({ warm: warm?.heap ?? end, end });

  function result(heap: FuzzResult['heap']): FuzzResult {
    return {
      ...{ requests, statuses, costliest, heap },
      operations: operations.length,
      missed: operations.map(({ method, path }) => `${method} ${path}`).filter((one) => !reached.has(one)),
      faults: [...faults.values()],
    };
  }
}

/**
 * A bulk request without `atomic` reports a body that is not valid by operation, and one whose filter matches
 * nothing checks no data.
 */
function writesMany({ method, url }: SentByActor): boolean {
  const path = url.split('?')[0] ?? '';
  return /\/(bulk|trash\/empty)$/.test(path) || (method !== 'POST' && /^\/api\/[\w-]+$/.test(path));
}

function isPartly({ status }: Response, { message }: Error): boolean {
  const issues = message.split('\n').filter((line) => line.startsWith('  - '));
  const isBulk = status === 207 || /"succeeded":0,"failed":0/.test(message);
  return isBulk && issues.every((line) => line.includes('the body was taken'));
}

interface Received {
  /** 0 if there was no response. */
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDocument(body: unknown): body is { readonly id: string } {
  return typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string';
}
