// One instance of a service with a SQLite session store: node session-process.js <file> <work> <count>.
// Prints one line for each step that succeeded.
import { createLockout } from '../../dist/runtime/auth/lockout/create-lockout.js';
import { newSession } from '../../dist/runtime/auth/sessions/session-service.js';
import { openSqlSessionStore } from '../../dist/runtime/auth/sessions/sql/open-sql-session-store.js';

const [, , path, work, count] = process.argv;
const store = await openSqlSessionStore({ database: { kind: 'sqlite', path }, clock: Date.now });
const say = (text) => process.stdout.write(`${text}\n`);
const times = (step) => Array.from({ length: Number(count) }, (_, index) => step(index));

const works = {
  /** Increments one counter. */
  async count() {
    await Promise.all(
      times(async () => say((await store.counters.add('shared', 1, 3_600_000, Date.now())).value)),
    );
  },

  /** Creates sessions one after the other; prints the id of each acknowledged one. */
  async create() {
    for (let made = 0; made < Number(count); made += 1) {
      const now = Date.now();
      const request = { userId: `user-${made}`, ip: null, userAgent: null, amr: 'pwd', remember: true, now };
      const session = newSession(request);
      await store.create(session, 50);
      say(session.id);
    }
  },

  /** Tries to rotate the session `raced` from every counter value. */
  async rotate() {
    for (let from = 0; from < Number(count); from += 1) {
      while ((await store.get('raced')).counter < from) await store.check();
      if (await store.rotate('raced', from, Date.now())) say(from);
    }
  },

  /** Makes concurrent failing login attempts; prints the attempts that were admitted. */
  async fail() {
    const { counters } = store;
    const lockout = createLockout({
      counters,
      secret: 'a secret',
      attempts: 5,
      minutes: 15,
      clock: Date.now,
    });
    const attempt = async () => {
      say('ran');
      return { succeeded: false, value: null, note: async () => undefined };
    };
    await Promise.allSettled(times(() => lockout.guard('ann@example.com', attempt)));
  },
};

await works[work]();
await store.close();
