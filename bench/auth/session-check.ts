/**
 * The cost of identifying the requester: `node scripts/run.js bench/auth/session-check.ts`. `--rounds N`
 * (default 7), `--sessions N` (default 10 000). Verifying the token and reading the session together must
 * take less than 100 microseconds of server time; every result is checked. One process, cases alternate,
 * median and spread of the rounds.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRateLimiter } from '../../runtime/auth/rate-limit/create-rate-limiter.js';
import { refreshSession } from '../../runtime/auth/sessions/refresh-session.js';
import { isAlive, newSession } from '../../runtime/auth/sessions/session-service.js';
import type { SessionRow, SessionStore } from '../../runtime/auth/sessions/session-store.js';
import { openSqlSessionStore } from '../../runtime/auth/sessions/sql/open-sql-session-store.js';
import { createAccessTokens } from '../../runtime/auth/tokens/create-access-tokens.js';
import { createRefreshTokens } from '../../runtime/auth/tokens/create-refresh-tokens.js';

const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, sessions: { type: 'string', default: '10000' } },
});
const rounds = Number(flags.rounds);
const sessionCount = Number(flags.sessions);

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-auth-'));
const clock = Date.now;
const secret = 'a secret of the benchmark, 32 bytes or more';
const shared = { secret, previousSecrets: [], baseUrl: 'https://api.example.com', clock };

/** One unit of work on one session; returns the user that it found. */
type Work = (at: number) => Promise<string | undefined>;

interface Case {
  readonly name: string;
  readonly times: number;
  /** Creates new work for each round: caches start empty. */
  readonly prepare: () => Work;
}

const store = await openSqlSessionStore({
  database: { kind: 'sqlite', path: join(folder, 'sessions.db') },
  clock,
});
try {
  const sessions = await makeSessions(store);
  const signer = createAccessTokens(shared);
  const tokens = await Promise.all(sessions.map(({ id, userId }) => signer.sign({ userId, sessionId: id })));
  await measure(casesOn(sessions, tokens), sessions);
} finally {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
}

async function makeSessions(target: SessionStore): Promise<readonly SessionRow[]> {
  const sessions = Array.from({ length: sessionCount }, (_, at) =>
    newSession({
      userId: `user-${at}`,
      ip: '192.0.2.1',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
      amr: 'pwd',
      remember: true,
      now: clock(),
    }),
  );
  await Promise.all(sessions.map((session) => target.create(session, 50)));
  return sessions;
}

function casesOn(sessions: readonly SessionRow[], tokens: readonly string[]): readonly Case[] {
  /** One of a hundred active sessions, as in a busy minute. */
  const active = (at: number): number => at % Math.min(100, sessionCount);
  const tokenOf = (at: number): string => tokens[at] ?? '';
  const lookUp = async (id: string): Promise<string | undefined> => {
    const session = await store.get(id);
    return session !== null && isAlive(session, clock()) ? session.userId : undefined;
  };
  const refreshTokens = createRefreshTokens(shared);

  return [
    {
      name: 'token, first look',
      times: sessionCount,
      prepare: () => {
        const access = createAccessTokens(shared);
        return async (at) => (await access.verify(tokenOf(at)))?.userId;
      },
    },
    {
      name: 'token, remembered',
      times: 200_000,
      prepare: () => {
        const access = createAccessTokens(shared);
        return async (at) => (await access.verify(tokenOf(active(at))))?.userId;
      },
    },
    {
      name: 'session, from SQLite',
      times: 50_000,
      prepare: () => async (at) => lookUp(sessions[active(at)]?.id ?? ''),
    },
    {
      name: 'both, first look',
      times: sessionCount,
      prepare: () => {
        const access = createAccessTokens(shared);
        return async (at) => lookUp((await access.verify(tokenOf(at)))?.sessionId ?? '');
      },
    },
    {
      name: 'both, remembered',
      times: 50_000,
      prepare: () => {
        const access = createAccessTokens(shared);
        return async (at) => lookUp((await access.verify(tokenOf(active(at))))?.sessionId ?? '');
      },
    },
    {
      name: 'limit of all requests',
      times: 200_000,
      prepare: () => {
        const unreached = { max: 1_000_000_000, windowSeconds: 60 };
        const limits = {
          api: unreached,
          auth: unreached,
          failedLogins: unreached,
          mail: unreached,
          tokens: unreached,
        };
        const limiter = createRateLimiter({ limits, counters: store.counters, clock });
        return async (at) => {
          await limiter.consume('api', `192.0.2.${active(at)}`);
          return `user-${active(at)}`;
        };
      },
    },
    {
      name: 'last request noted',
      times: 2_000,
      prepare: () => async (at) => {
        await store.touch(sessions[at]?.id ?? '', clock() + 1);
        return `user-${at}`;
      },
    },
    {
      name: 'refresh token rotated',
      times: 1_000,
      prepare: () => async (at) => {
        const session = await store.get(sessions[at]?.id ?? '');
        if (session === null) return undefined;
        const token = refreshTokens.sign(session);
        const outcome = await refreshSession({ store, tokens: refreshTokens, token, now: clock() });
        return outcome.kind === 'rotated' ? outcome.session.userId : outcome.kind;
      },
    },
  ];
}

async function measure(cases: readonly Case[], sessions: readonly SessionRow[]): Promise<void> {
  const costs = new Map<string, number[]>(cases.map(({ name }) => [name, []]));
  // The first round is the warm-up.
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, times, prepare } of cases) {
      const cost = await costOf(prepare(), Math.min(times, round < 0 ? 2_000 : times), sessions);
      if (round >= 0) costs.get(name)?.push(cost);
    }
  }
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: import.meta.dirname,
  })
    .toString()
    .trim();
  console.log(`${sessionCount} sessions, ${rounds} rounds, microseconds of processor time for one call`);
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, commit ${commit}`);
  console.table(Object.fromEntries([...costs].map(([name, all]) => [name, spread(all)])));
}

/**
 * Microseconds of processor time for one call, all threads; calls are sequential, as the parts of a request
 * are.
 */
async function costOf(work: Work, times: number, sessions: readonly SessionRow[]): Promise<number> {
  const wrong: number[] = [];
  const most = Math.min(100, sessions.length);
  const begin = process.cpuUsage();
  for (let at = 0; at < times; at += 1) {
    const user = await work(at);
    if (user !== sessions[at % sessions.length]?.userId && user !== sessions[at % most]?.userId)
      wrong.push(at);
  }
  const { user: inCode, system } = process.cpuUsage(begin);
  if (wrong.length > 0)
    throw new Error(`${wrong.length} of ${times} answers are wrong, the first at ${wrong[0]}.`);
  return (inCode + system) / times;
}

function spread(costs: readonly number[]): object {
  const sorted = [...costs].sort((left, right) => left - right).map((cost) => Number(cost.toFixed(2)));
  return { median: sorted[Math.floor(sorted.length / 2)], least: sorted[0], most: sorted.at(-1) };
}
