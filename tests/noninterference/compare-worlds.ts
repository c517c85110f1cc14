/** Runs one session in two worlds, and shortens it where the worlds differ. */

import type { DialectName } from '../../runtime/codegen/databases.js';
import { keeper } from '../fuzz/fuzzed-server.js';
import { createRandom, type Random } from '../fuzz/random.js';
import { type GeneratedCode, startGenerated } from '../support/generated-app.js';
import { chiefAct } from './chief.js';
import { KnownDocuments } from './known-documents.js';
import type { RandomWorld, Visibility } from './random-world.js';
import { roleOf } from './random-world.js';
import { randomRequest } from './session.js';
import { type Credential, type Credentials, Difference, Twin } from './twin.js';

export interface Comparison {
  readonly root: string;
  readonly world: RandomWorld;
  readonly code: GeneratedCode;
  readonly database: DialectName;
}

export interface Compared {
  /** Requests of the requester, by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Null: all responses were equal. */
  readonly difference: Difference | null;
  /** The number of the step that differed, from 0. */
  readonly at: number;
  /** What was sent. */
  readonly history: readonly string[];
}

/** One request, or one change by the chief. All that it does follows from its seed and the steps before. */
export interface Step {
  readonly isChief: boolean;
  readonly seed: number;
}

/** Steps of the chief before the first request, and their share afterwards. */
const preparations = 40;
const chiefShare = 0.25;
const password = keeper.password;

/** The steps of a session. */
export function randomSteps(random: Random, count: number): readonly Step[] {
  return Array.from({ length: preparations + count }, (_, index) => ({
    isChief: index < preparations || random.chance(chiefShare),
    seed: random.int(2 ** 31),
  }));
}

/** Runs a session. */
export async function compareWorlds(
  { root, world, code, database }: Comparison,
  steps: readonly Step[],
): Promise<Compared> {
  const apps = [
    await startGenerated(root, world.config, code, database),
    await startGenerated(root, world.config, code, database),
  ] as const;
  const statuses = new Map<number, number>();
  const twin = new Twin(apps);
  const { history } = twin;
  let at = 0;
  try {
    const known = new KnownDocuments(twin.token(twin.newId(), twin.newId()));
    const chief = await signedIn(twin, keeper.email);
    const requester = await credentialsOf(twin, world, chief, known);
    const [first, ...rest] = world.collections;
    const collections: readonly [Visibility, ...Visibility[]] = [first as Visibility, ...rest];
    for (const [index, { seed, isChief }] of steps.entries()) {
      at = index;
      const random = createRandom(seed);
      twin.advance(100);
      const parts = { twin, random, collections, global: world.global, known };
      if (isChief) {
        const secrets: readonly [Random, Random] = [createRandom(seed + 1), createRandom(seed + 2)];
        const isAdmin = world.requester === 'admin';
        await chiefAct({ ...parts, secrets, credentials: chief, isAdmin });
        continue;
      }
      const request = randomRequest({ ...parts, now: twin.now });
      const response = await twin.same(request, requester);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      known.learn(request, response);
    }
    return { statuses, difference: null, at, history };
  } catch (error) {
    if (error instanceof Difference) return { statuses, difference: error, at, history };
    throw error;
  } finally {
    await Promise.all(apps.map((app) => app.close()));
  }
}

/** The fewest steps, found by leaving some out, after which the worlds still differ. */
export async function shortened(
  comparison: Comparison,
  steps: readonly Step[],
  maxTries: number,
): Promise<readonly Step[]> {
  let best = steps;
  let size = Math.ceil(best.length / 2);
  for (let tries = 0; tries < maxTries && size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.length && tries < maxTries; tries += 1) {
      const shorter = [...best.slice(0, from), ...best.slice(from + size)];
      const { difference, at } = await compareWorlds(comparison, shorter).catch(() => unclear);
      if (difference === null) from += size;
      else best = shorter.slice(0, at + 1);
    }
  }
  return best;
}

/** A session that fails in another way. */
const unclear: Compared = { statuses: new Map(), difference: null, at: 0, history: [] };

async function signedIn(twin: Twin, email: string): Promise<Credentials> {
  const request = { method: 'POST', path: '/api/auth/login', body: { email, password } };
  const [one, other] = [await twin.only(0, request, {}), await twin.only(1, request, {})];
  return [cookieOf(one.headers), cookieOf(other.headers)];
}

function cookieOf(headers: readonly (readonly [string, string])[]): Credential {
  const line = headers.find(([name, value]) => name === 'set-cookie' && value.startsWith('svc_session='));
  if (line === undefined) throw new Error('No session was started.');
  return { cookie: line[1].replace(/;.*/, '') };
}

async function credentialsOf(
  twin: Twin,
  { requester, scopes }: RandomWorld,
  chief: Credentials,
  known: KnownDocuments,
): Promise<Credentials> {
  if (requester === 'anonymous') return [{}, {}];
  const create = async (path: string, body: object): Promise<readonly [string, string]> => {
    const request = { method: 'POST', path, body: JSON.parse(JSON.stringify(body)) };
    const received = [await twin.only(0, request, chief[0]), await twin.only(1, request, chief[1])] as const;
    twin.pair(received);
    return [received[0].text, received[1].text];
  };
  if (requester === 'key role' || requester === 'key scopes') {
    const rights = requester === 'key role' ? { role: 'editor' } : { scopes };
    const keys = await create('/api/auth/api-keys', { name: 'Requester', ...rights, expiresAt: null });
    const credentialOf = (text: string): Credential => ({ 'x-api-key': JSON.parse(text).key });
    return [credentialOf(keys[0]), credentialOf(keys[1])];
  }
  const email = 'requester@example.com';
  const texts = await create('/api/users', { email, password, role: roleOf(requester) });
  const [one, other] = texts.map((text) => String(JSON.parse(text).id));
  known.addSeen('users', twin.token(one ?? '', other ?? ''));
  return signedIn(twin, email);
}
