import { describe, expect, onTestFinished, test } from 'vitest';
import { createRefreshTokens } from '../tokens/create-refresh-tokens.js';
import { type RefreshOutcome, refreshSession } from './refresh-session.js';
import { newSession } from './session-service.js';
import type { SessionRow, SessionStore } from './session-store.js';
import { openSqlSessionStore } from './sql/open-sql-session-store.js';

const start = Date.UTC(2026, 0, 1);
const second = 1_000;
const day = 86_400_000;
const tokens = createRefreshTokens({ secret: 'a secret of 32 bytes for this test', previousSecrets: [] });

interface Opened {
  readonly store: SessionStore;
  readonly session: SessionRow;
  /** The token of counter 0. */
  readonly first: string;
  refresh(token: string, now: number): Promise<RefreshOutcome>;
}

async function openSession({ remember = true }: { readonly remember?: boolean } = {}): Promise<Opened> {
  const store = await openSqlSessionStore({
    database: { kind: 'sqlite', path: ':memory:' },
    clock: () => start,
  });
  onTestFinished(() => store.close());
  const session = newSession({ userId: 'ann', ip: null, userAgent: null, amr: 'pwd', remember, now: start });
  await store.create(session, 50);
  return {
    store,
    session,
    first: tokens.sign(session),
    refresh: (token, now) => refreshSession({ store, tokens, token, now }),
  };
}

function nextOf(outcome: RefreshOutcome): string {
  if (outcome.kind !== 'rotated' && outcome.kind !== 'repeated') throw new Error(outcome.kind);
  return outcome.refreshToken;
}

describe('a refresh token', () => {
  test('is exchanged for the next one, again and again', async () => {
    const { store, session, first, refresh } = await openSession();
    const one = await refresh(first, start + second);
    const rotated = { ...session, counter: 1, rotatedAt: start + second, lastSeenAt: start + second };
    expect(one).toEqual({
      kind: 'rotated',
      session: rotated,
      refreshToken: tokens.sign({ ...session, counter: 1 }),
    });
    expect(await store.get(session.id)).toEqual(rotated);
    const two = await refresh(nextOf(one), start + 2 * second);
    expect([two.kind, tokens.read(nextOf(two))?.counter]).toEqual(['rotated', 2]);
  });

  test('that was just used gets the same next one for 30 seconds', async () => {
    const { store, session, first, refresh } = await openSession();
    const next = nextOf(await refresh(first, start));
    const again = await refresh(first, start + 30 * second);
    expect(again).toEqual({
      kind: 'repeated',
      session: { ...session, counter: 1, rotatedAt: start },
      refreshToken: next,
    });
    expect((await store.get(session.id))?.counter).toBe(1);
  });

  test('that was used longer ago ends the session', async () => {
    const { store, session, first, refresh } = await openSession();
    const next = nextOf(await refresh(first, start));
    expect(await refresh(first, start + 30 * second + 1)).toEqual({
      kind: 'reused',
      session: { ...session, counter: 1, rotatedAt: start },
    });
    expect(await store.get(session.id)).toBeNull();
    expect(await refresh(next, start + 31 * second)).toEqual({ kind: 'dead', session: null });
  });

  test('of two rotations ago ends the session, however young it is', async () => {
    const { store, session, first, refresh } = await openSession();
    await refresh(nextOf(await refresh(first, start)), start);
    expect((await refresh(first, start)).kind).toBe('reused');
    expect(await store.get(session.id)).toBeNull();
  });

  test('of a counter that was never given out ends the session', async () => {
    const { store, session, refresh } = await openSession();
    expect((await refresh(tokens.sign({ ...session, counter: 5 }), start)).kind).toBe('reused');
    expect(await store.get(session.id)).toBeNull();
  });

  test('with a bad signature is refused and revokes nothing', async () => {
    const { store, session, refresh } = await openSession();
    const forged = tokens.sign({ ...session, counter: 5, salt: 'a guess' });
    expect(await refresh(forged, start)).toEqual({ kind: 'invalid' });
    expect(await refresh('no token at all', start)).toEqual({ kind: 'invalid' });
    expect(await store.get(session.id)).toEqual(session);
  });

  test('of an unknown session finds it dead', async () => {
    const { session, refresh } = await openSession();
    const unknown = tokens.sign({ ...session, id: 'A'.repeat(32) });
    expect(await refresh(unknown, start)).toEqual({ kind: 'dead', session: null });
  });

  test('ends with its session after 30 days, or 12 hours without remember', async () => {
    const long = await openSession();
    const idleLimit = 7 * day;
    let token = long.first;
    let now = start;
    while (now + idleLimit - 1 < start + 30 * day) {
      now += idleLimit - 1;
      token = nextOf(await long.refresh(token, now));
    }
    expect((await long.refresh(token, start + 30 * day)).kind).toBe('dead');

    const brief = await openSession({ remember: false });
    const next = nextOf(await brief.refresh(brief.first, start + day / 2 - 1));
    expect((await brief.refresh(next, start + day / 2)).kind).toBe('dead');
  });

  test('ends with its session after 7 idle days', async () => {
    const { session, first, refresh } = await openSession();
    expect(await refresh(first, start + 7 * day)).toEqual({ kind: 'dead', session });
  });

  test('whose race is lost because the session was revoked finds it dead', async () => {
    const { store, first } = await openSession();
    const revokedMeanwhile: SessionStore = {
      ...store,
      rotate: async (id, from, now) => {
        await store.revoke(id);
        return store.rotate(id, from, now);
      },
    };
    const outcome = await refreshSession({ store: revokedMeanwhile, tokens, token: first, now: start });
    expect(outcome).toEqual({ kind: 'dead', session: null });
  });
});
