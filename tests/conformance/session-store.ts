/** The contract of every session adapter. The tests of each adapter run this suite. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { refreshSession } from '../../runtime/auth/sessions/refresh-session.js';
import { findSession, newSession } from '../../runtime/auth/sessions/session-service.js';
import {
  lookAtCounter,
  type SessionRow,
  type SessionStore,
} from '../../runtime/auth/sessions/session-store.js';
import { createRefreshTokens } from '../../runtime/auth/tokens/create-refresh-tokens.js';
import type { Clock } from '../../runtime/util/clock.js';

/** How the suite opens stores. */
export interface SessionStorePlaces {
  /** Returns the address of a new, empty store, which is removed when the test ends. */
  newPlace(): string | Promise<string>;
  /** Opens a store. Two stores at the same address act as two instances of a service. */
  open(place: string, clock: Clock): Promise<SessionStore>;
}

const start = Date.UTC(2026, 0, 1);
const hour = 3_600_000;
const day = 24 * hour;

/** A session of a user, created at `start`, with some columns changed. */
export function sessionOf(userId: string, change: Partial<SessionRow> = {}): SessionRow {
  const session = newSession({
    userId,
    ip: '192.0.2.1',
    userAgent: 'Mozilla/5.0 (test)',
    amr: 'pwd',
    remember: true,
    now: start,
  });
  return { ...session, ...change };
}

export function describeSessionStore(name: string, { newPlace, open }: SessionStorePlaces): void {
  async function openAt(place: string): Promise<SessionStore> {
    const store = await open(place, () => start);
    onTestFinished(() => store.close());
    return store;
  }

  async function openStore(): Promise<SessionStore> {
    return openAt(await newPlace());
  }

  async function filledStore(...sessions: readonly SessionRow[]): Promise<SessionStore> {
    const store = await openStore();
    for (const session of sessions) await store.create(session, 50);
    return store;
  }

  const idsOf = (sessions: readonly SessionRow[]): readonly string[] => sessions.map(({ id }) => id);

  describe(`sessions in ${name}`, () => {
    test('are read as they were made', async () => {
      const whole = sessionOf('ann');
      const bare = sessionOf('ann', { ip: null, userAgent: null, remember: false });
      const store = await filledStore(whole, bare);
      expect([await store.get(whole.id), await store.get(bare.id)]).toEqual([whole, bare]);
    });

    test('that do not exist are null', async () => {
      const store = await openStore();
      expect(await store.get('unknown')).toBeNull();
    });

    test('of a user are listed newest first', async () => {
      const [old, middle, young] = [0, 1, 2].map((age) => sessionOf('ann', { createdAt: start + age }));
      if (!old || !middle || !young) throw new Error('three sessions');
      const store = await filledStore(middle, old, sessionOf('ben'), young);
      expect(await store.listByUser('ann')).toEqual([young, middle, old]);
    });

    test('beyond the most of a user drop out, the oldest first', async () => {
      const sessions = [0, 1, 2, 3].map((age) => sessionOf('ann', { createdAt: start + age }));
      const other = sessionOf('ben');
      const store = await filledStore(other);
      const dropped = [];
      for (const session of sessions) dropped.push(await store.create(session, 3));
      expect(dropped).toEqual([[], [], [], [sessions[0]?.id]]);
      expect(idsOf(await store.listByUser('ann'))).toEqual(idsOf(sessions.slice(1).reverse()));
      expect(await store.get(other.id)).toEqual(other);
    });

    test('that are over take no place of the most', async () => {
      const alive = sessionOf('ann', { createdAt: start - 2 });
      const over = sessionOf('ann', { createdAt: start - 1, expiresAt: start });
      const young = sessionOf('ann');
      const store = await filledStore(alive, over);
      expect(await store.create(young, 2)).toEqual([]);
      expect(idsOf(await store.listByUser('ann'))).toEqual([young.id, alive.id]);
    });

    test('a new one stays, also when the clock went back', async () => {
      const session = sessionOf('ann');
      const late = sessionOf('ann', { createdAt: start - hour });
      const store = await filledStore(session);
      await store.create(late, 1);
      expect(await store.listByUser('ann')).toEqual([late]);
    });

    test('never exceed the most, however many begin at once', async () => {
      const store = await openStore();
      await Promise.all(Array.from({ length: 20 }, () => store.create(sessionOf('ann'), 5)));
      expect(await store.listByUser('ann')).toHaveLength(5);
    });

    test('rotate from the present counter only', async () => {
      const session = sessionOf('ann');
      const store = await filledStore(session);
      expect(await store.rotate(session.id, 0, start + 5)).toBe(true);
      expect(await store.rotate(session.id, 0, start + 6)).toBe(false);
      expect(await store.rotate(session.id, 2, start + 6)).toBe(false);
      expect(await store.rotate('unknown', 0, start + 6)).toBe(false);
      expect(await store.get(session.id)).toEqual({
        ...session,
        counter: 1,
        rotatedAt: start + 5,
        lastSeenAt: start + 5,
      });
    });

    test('of 20 rotations at once on two instances exactly one wins', async () => {
      const place = await newPlace();
      const stores = [await openAt(place), await openAt(place)];
      const session = sessionOf('ann');
      await stores[0]?.create(session, 50);
      const rotations = stores.flatMap((store) =>
        Array.from({ length: 10 }, () => store.rotate(session.id, 0, start)),
      );
      const won = (await Promise.all(rotations)).filter(Boolean);
      expect([won.length, (await stores[1]?.get(session.id))?.counter]).toEqual([1, 1]);
    });

    test('20 refreshes at once with one token are answered with one next token', async () => {
      const session = sessionOf('ann');
      const store = await filledStore(session);
      const tokens = createRefreshTokens({
        secret: 'a secret of 32 bytes for this test',
        previousSecrets: [],
      });
      const token = tokens.sign(session);
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => refreshSession({ store, tokens, token, now: start })),
      );
      expect(outcomes.filter(({ kind }) => kind === 'rotated')).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === 'repeated')).toHaveLength(19);
      const next = outcomes.map((outcome) => ('refreshToken' in outcome ? outcome.refreshToken : null));
      expect(new Set(next).size).toBe(1);
    });

    test('remember the last request, and never an earlier one', async () => {
      const session = sessionOf('ann');
      const store = await filledStore(session);
      await store.touch(session.id, start + 10);
      await store.touch(session.id, start + 5);
      await store.touch('unknown', start + 5);
      expect(await store.get(session.id)).toEqual({ ...session, lastSeenAt: start + 10 });
    });

    test.each([
      [true, 30 * day],
      [false, 12 * hour],
    ])(
      'that were made before the clock was set back last from now on (remember: %s)',
      async (remember, length) => {
        const session = sessionOf('ann', { remember, expiresAt: start + length });
        const store = await filledStore(session);
        const back = start - 3 * day;
        const times = { createdAt: back, lastSeenAt: back, rotatedAt: back, authTime: back };
        expect(await findSession(store, session.id, start)).toEqual(session);
        const found = await findSession(store, session.id, back);
        expect(found).toEqual({ ...session, ...times, expiresAt: back + length });
        const later = await findSession(store, session.id, back + 10 * hour);
        expect([later?.expiresAt, later?.lastSeenAt, later?.rotatedAt]).toEqual([back + length, back, back]);
        expect(await findSession(store, 'unknown', back)).toBeNull();
        await store.steady('unknown', { ...session, now: back });
        expect(await store.get('unknown')).toBeNull();
      },
    );

    test('are gone when revoked, on every instance', async () => {
      const place = await newPlace();
      const [one, two] = [await openAt(place), await openAt(place)];
      const session = sessionOf('ann');
      await one.create(session, 50);
      expect(await two.get(session.id)).toEqual(session);
      expect(await one.revoke(session.id)).toBe(true);
      expect(await two.get(session.id)).toBeNull();
      expect(await two.revoke(session.id)).toBe(false);
      expect(await two.rotate(session.id, 0, start)).toBe(false);
      expect(await two.listByUser('ann')).toEqual([]);
    });

    test('of a user are revoked but one', async () => {
      const [kept, other, another] = [sessionOf('ann'), sessionOf('ann'), sessionOf('ann')];
      const strangers = sessionOf('ben');
      const store = await filledStore(kept, other, another, strangers);
      expect(await store.revokeOthers('ann', kept.id)).toBe(2);
      expect(await store.listByUser('ann')).toEqual([kept]);
      expect(await store.listByUser('ben')).toEqual([strangers]);
    });

    test('of a user are revoked all', async () => {
      const strangers = sessionOf('ben');
      const store = await filledStore(sessionOf('ann'), sessionOf('ann'), strangers);
      expect(await store.revokeAll('ann')).toBe(2);
      expect(await store.revokeAll('ann')).toBe(0);
      expect([await store.listByUser('ann'), await store.listByUser('ben')]).toEqual([[], [strangers]]);
    });

    test('that have expired or idled out are purged, and no others', async () => {
      const alive = sessionOf('ann');
      const expired = sessionOf('ann', { expiresAt: start });
      const idle = sessionOf('ann', { lastSeenAt: start - 7 * day });
      const store = await filledStore(alive, idle);
      await store.create(expired, 50);
      await store.purge(start, start - 7 * day);
      expect(await store.listByUser('ann')).toEqual([alive]);
      expect([await store.get(idle.id), await store.get(expired.id)]).toEqual([null, null]);
    });

    test('that nothing could be the id of do not exist', async () => {
      const store = await filledStore(sessionOf('ann'));
      for (const id of ['', ' ', '\0', 'a b', '../x', "' OR 1=1 --", '\ud800', 'é', 'A'.repeat(100_000)]) {
        expect([await store.get(id), await store.rotate(id, 0, start), await store.revoke(id)]).toEqual([
          null,
          false,
          false,
        ]);
        await store.touch(id, start + hour);
      }
      expect(await store.listByUser('ann')).toHaveLength(1);
    });

    test('keep whatever browsers call themselves', async () => {
      const names = [
        'x'.repeat(256),
        '"quoted" \\ {json} é \u{1f600} \t',
        "'); DROP TABLE _svc_sessions; --",
      ];
      const sessions = names.map((userAgent) => sessionOf('ann', { userAgent }));
      const store = await filledStore(...sessions);
      for (const session of sessions) expect(await store.get(session.id)).toEqual(session);
    });

    test('the 51st takes the place of the oldest, on every instance', async () => {
      const place = await newPlace();
      const [one, two] = [await openAt(place), await openAt(place)];
      const sessions = Array.from({ length: 51 }, (_, age) => sessionOf('ann', { createdAt: start + age }));
      for (const [at, session] of sessions.entries()) await (at % 2 === 0 ? one : two).create(session, 50);
      const [oldest, ...others] = sessions;
      expect(await one.get(oldest?.id ?? '')).toBeNull();
      expect(idsOf(await two.listByUser('ann'))).toEqual(idsOf(others.reverse()));
    });

    test('that are made again after all were revoked are revoked again', async () => {
      const place = await newPlace();
      const [one, two] = [await openAt(place), await openAt(place)];
      await one.create(sessionOf('ann'), 50);
      expect(await two.revokeAll('ann')).toBe(1);
      const later = sessionOf('ann');
      await one.create(later, 50);
      expect(await two.revokeOthers('ann', 'another')).toBe(1);
      expect([await one.get(later.id), await one.listByUser('ann')]).toEqual([null, []]);
    });

    test('that begin while all are revoked are either listed or gone', async () => {
      const place = await newPlace();
      const [one, two] = [await openAt(place), await openAt(place)];
      const sessions = Array.from({ length: 20 }, () => sessionOf('ann'));
      await Promise.all(sessions.flatMap((session) => [one.create(session, 50), two.revokeAll('ann')]));
      const listed = idsOf(await one.listByUser('ann'));
      for (const { id } of sessions) expect((await two.get(id)) !== null).toBe(listed.includes(id));
      expect(await two.revokeAll('ann')).toBe(listed.length);
    });

    test('are still there when the store is opened again', async () => {
      const place = await newPlace();
      const session = sessionOf('ann');
      const store = await open(place, () => start);
      await store.create(session, 50);
      await store.counters.add('seen', 2, hour, start);
      await store.close();
      const again = await openAt(place);
      expect(await again.get(session.id)).toEqual(session);
      expect(await again.counters.get('seen', start)).toEqual({ value: 2, endsAt: start + hour });
    });

    test('a closed store is unavailable', async () => {
      const store = await open(await newPlace(), () => start);
      await store.check();
      await store.close();
      const calls = [
        store.check(),
        store.get('any'),
        store.create(sessionOf('ann'), 50),
        store.counters.add('any', 1, hour, start),
        store.counters.get('any', start),
      ];
      const codes = calls.map((call) => call.then(String, (error: { code?: string }) => error.code));
      expect(new Set(await Promise.all(codes))).toEqual(new Set(['UNAVAILABLE']));
    });
  });

  describe(`counters in ${name}`, () => {
    test('count up and down within the life of the first count', async () => {
      const { counters } = await openStore();
      expect(await counters.get('a', start)).toBeNull();
      expect(await counters.add('a', 1, hour, start)).toEqual({ value: 1, endsAt: start + hour });
      expect(await counters.add('a', 3, hour, start + 10)).toEqual({ value: 4, endsAt: start + hour });
      expect(await counters.add('a', -2, hour, start + 20)).toEqual({ value: 2, endsAt: start + hour });
      expect(await counters.get('a', start + hour - 1)).toEqual({ value: 2, endsAt: start + hour });
    });

    test('start again when they are over', async () => {
      const { counters } = await openStore();
      await counters.add('a', 5, hour, start);
      expect(await counters.get('a', start + hour)).toBeNull();
      expect(await counters.add('a', 1, hour, start + hour)).toEqual({ value: 1, endsAt: start + 2 * hour });
    });

    test('count exactly, however large and long', async () => {
      const { counters } = await openStore();
      const century = 100 * 365 * day;
      await counters.set('a', 9_007_199_254_740_000, century, start);
      expect(await counters.add('a', 991, century, start)).toEqual({
        value: 9_007_199_254_740_991,
        endsAt: start + century,
      });
    });

    test('live no longer than an addition says, also when the clock was set back', async () => {
      const place = await newPlace();
      const [one, two] = [await openAt(place), await openAt(place)];
      await one.counters.add('a', 5, hour, start);
      const back = start - day;
      expect(await two.counters.add('a', 1, hour, back)).toEqual({ value: 6, endsAt: back + hour });
      expect(await one.counters.get('a', back + hour - 1)).toEqual({ value: 6, endsAt: back + hour });
      expect(await one.counters.add('a', 1, hour, back + 10)).toEqual({ value: 7, endsAt: back + hour });
      expect(await one.counters.get('a', back + hour)).toBeNull();
    });

    test('are looked at with the life that they have, from when the clock was set back', async () => {
      const { counters } = await openStore();
      const look = (now: number) => lookAtCounter(counters, 'a', { now, lifeOf: () => hour });
      await counters.set('a', 3, hour, start);
      expect(await look(start + 1)).toEqual({ value: 3, endsAt: start + hour });
      const back = start - day;
      expect(await look(back)).toEqual({ value: 3, endsAt: back + hour });
      expect(await look(back + hour - 1)).toEqual({ value: 3, endsAt: back + hour });
      expect(await look(back + hour)).toBeNull();
    });

    test('of names with marks of their own are apart', async () => {
      const { counters } = await openStore();
      const names = ['limit:auth:203.0.113.0', 'limit:auth:2001:db8::/64', 'a b', "it's", 'x'.repeat(500)];
      for (const [at, name] of names.entries()) await counters.add(name, at + 1, hour, start);
      const counts = await Promise.all(names.map(async (name) => (await counters.get(name, start))?.value));
      expect(counts).toEqual([1, 2, 3, 4, 5]);
    });

    test('are set with a life of their own, and deleted', async () => {
      const { counters } = await openStore();
      await counters.add('a', 1, day, start);
      await counters.set('a', 1_000_000_000, hour, start + 10);
      expect(await counters.get('a', start + 20)).toEqual({
        value: 1_000_000_000,
        endsAt: start + 10 + hour,
      });
      await counters.delete('a');
      await counters.delete('a');
      expect(await counters.get('a', start + 20)).toBeNull();
    });

    test('lose no count of two instances', async () => {
      const place = await newPlace();
      const stores = [await openAt(place), await openAt(place)];
      // Five at a time, as many as a store has connections: a sixth would wait for a connection, which may
      // time out on a busy machine.
      const addTen = async ({ counters }: SessionStore): Promise<readonly number[]> => {
        const values: number[] = [];
        while (values.length < 10) values.push((await counters.add('a', 1, hour, start)).value);
        return values;
      };
      const added = stores.flatMap((store) => Array.from({ length: 5 }, () => addTen(store)));
      const counts = (await Promise.all(added)).flat();
      expect(counts.sort((left, right) => left - right)).toEqual(
        Array.from({ length: 100 }, (_, at) => at + 1),
      );
    });

    test('are purged when they are over', async () => {
      const store = await openStore();
      await store.counters.set('short', 1, hour, start);
      await store.counters.set('long', 1, day, start);
      await store.purge(start + hour, start - day);
      expect(await store.counters.get('short', start + hour)).toBeNull();
      expect(await store.counters.get('long', start)).toEqual({ value: 1, endsAt: start + day });
    });
  });
}
