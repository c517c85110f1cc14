/** What many people do on a server at once, for hours: they log in, read, write, publish and plan. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../fuzz/random.js';

export interface LoadOptions {
  readonly url: string;
  /** The session of an administrator, as a cookie. */
  readonly session: () => Promise<string>;
  readonly random: Random;
  /** When to end, in milliseconds since 1970. */
  readonly until: number;
}

export interface Load {
  /** Responses by kind of work. */
  readonly done: ReadonlyMap<string, number>;
  /** Statuses that should not have been, and broken connections. */
  readonly failed: readonly string[];
  /** Resolves when the time is over. */
  readonly ended: Promise<void>;
}

/** People at work at the same time. */
const people = 8;
/** Documents that a person keeps; older ones are deleted, so that the tables do not grow. */
const kept = 40;
const password = 'Correct-Horse-8-Battery';

interface Person {
  readonly email: string;
  cookie: string | null;
  readonly articles: string[];
}

export function startLoad({ url, session, random, until }: LoadOptions): Load {
  const done = new Map<string, number>();
  const failed: string[] = [];

  interface Sent {
    readonly kind: string;
    readonly method: string;
    readonly path: string;
    readonly body?: unknown;
    readonly cookie?: string | null;
    readonly headers?: Readonly<Record<string, string>>;
  }

  async function send({ kind, method, path, body, cookie, headers = {} }: Sent): Promise<Response | null> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => null);
    done.set(kind, (done.get(kind) ?? 0) + 1);
    // 409: two of them at once, which is right.
    if (response === null || (response.status >= 400 && response.status !== 409))
      failed.push(
        `${kind}: ${method} ${path}: ${response?.status ?? 'broken'} ${await response?.clone().text()}`,
      );
    return response;
  }

  async function logIn(person: Person, kind = 'log in'): Promise<void> {
    const path = '/api/auth/login';
    const response = await send({ kind, method: 'POST', path, body: { email: person.email, password } });
    person.cookie = cookiesOf(response);
    await response?.arrayBuffer();
  }

  async function create(person: Person, headers = {}): Promise<void> {
    const { cookie } = person;
    const body = { title: `Article ${random.int(1e9)}`, released: random.chance(0.5) };
    const made = { kind: 'create', method: 'POST', path: '/api/articles', body, cookie, headers };
    const answer = (await (await send(made))?.json()) as { readonly id?: string } | undefined;
    if (answer?.id !== undefined) person.articles.push(answer.id);
    const oldest = person.articles.length > kept ? person.articles.shift() : undefined;
    if (oldest === undefined) return;
    await drop(await send({ kind: 'delete', method: 'DELETE', path: `/api/articles/${oldest}`, cookie }));
  }

  /** One thing that a person does. */
  async function act(person: Person): Promise<void> {
    const { cookie } = person;
    const own = random.pickOr(person.articles, null);
    const article = `/api/articles/${own}`;
    const draft = { 'x-draft': 'true' };
    const title = `Changed ${random.int(1e9)}`;
    const body = { title };
    const chance = random.next();
    if (chance < 0.02) return await logIn(person);
    if (chance < 0.06) {
      const response = await send({ kind: 'refresh', method: 'POST', path: '/api/auth/refresh', cookie });
      person.cookie = cookiesOf(response) ?? cookie;
      return await drop(response);
    }
    if (chance < 0.07) {
      const path = '/api/auth/forgot-password';
      return await drop(await send({ kind: 'mail', method: 'POST', path, body: { email: person.email } }));
    }
    if (own === null || chance < 0.2) return await create(person, random.chance(0.5) ? draft : {});
    if (chance < 0.3)
      return await drop(await send({ kind: 'update', method: 'PATCH', path: article, body, cookie }));
    if (chance < 0.4)
      return await drop(
        await send({ kind: 'draft', method: 'PATCH', path: article, body, cookie, headers: draft }),
      );
    if (chance < 0.5)
      return await drop(await send({ kind: 'publish', method: 'POST', path: `${article}/publish`, cookie }));
    if (chance < 0.53) {
      const publishAt = new Date(Date.now() + 1500).toISOString();
      const path = `${article}/publish`;
      return await drop(await send({ kind: 'schedule', method: 'POST', path, body: { publishAt }, cookie }));
    }
    if (chance < 0.8) {
      const path = `/api/articles?limit=20&sort=title&depth=1${random.chance(0.5) ? '&draft=true' : ''}`;
      return await drop(await send({ kind: 'list', method: 'GET', path, cookie }));
    }
    await drop(await send({ kind: 'read', method: 'GET', path: `${article}?draft=true`, cookie }));
  }

  async function work(number: number): Promise<void> {
    const person: Person = { email: `person-${number}@example.com`, cookie: null, articles: [] };
    const body = { email: person.email, password, role: 'editor' };
    const kind = 'create a user';
    await drop(await send({ kind, method: 'POST', path: '/api/users', body, cookie: await session() }));
    await logIn(person);
    while (Date.now() < until) {
      await act(person);
      await delay(random.int(10));
    }
  }

  const ended = Promise.all(Array.from({ length: people }, (_, number) => work(number))).then(
    () => undefined,
  );
  return { done, failed, ended };
}

async function drop(response: Response | null): Promise<void> {
  await response?.arrayBuffer();
}

/** The cookies of a response as a request sends them; null without any. */
function cookiesOf(response: Response | null): string | null {
  const lines = response?.headers.getSetCookie() ?? [];
  return lines.length === 0 ? null : lines.map((line) => line.replace(/;.*/, '')).join('; ');
}
