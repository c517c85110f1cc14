import { placeOfSessions } from '../../auth/sessions/open-session-store.js';
import { redisTime } from '../../auth/sessions/redis/inspect-redis.js';
import type { DatabaseConfig } from '../../config/database-config.js';
import type { SessionsOptions } from '../../config/database-options.js';
import { type DatabaseLocation, databaseAt } from '../../storage/dialects/index.js';
import { doubtful, type Finding, fine } from './finding.js';

/** Milliseconds. The tolerance for tokens (docs/spec/auth.md#access-tokens); schedules tolerate more. */
const tolerance = 5_000;

/** A server with a clock of its own. */
interface Clock {
  readonly place: string;
  /** Milliseconds by which it is ahead of this machine's; rejects if the server cannot be reached. */
  readonly lead: () => Promise<number>;
}

/**
 * Checks whether this machine and its servers have the same time. A time that one instance writes, such as
 * the end of a session or the publication of a document, is compared by another one with its own clock; a
 * server that all of them use represents the others here. Changes nothing.
 */
export async function checkClocks(
  database: DatabaseConfig,
  sessions: SessionsOptions | null,
): Promise<readonly Finding[]> {
  const clocks = new Map<string, Clock>();
  for (const clock of [databaseClock(database), sessionsClock(sessions)]) {
    if (clock !== null && !clocks.has(clock.place)) clocks.set(clock.place, clock);
  }
  const findings = await Promise.all([...clocks.values()].map(checkClock));
  return findings.filter((finding) => finding !== null);
}

async function checkClock({ place, lead }: Clock): Promise<Finding | null> {
  // Why a server cannot be reached is reported by its own check.
  const ahead = await lead().catch(() => null);
  if (ahead === null) return null;
  if (Math.abs(ahead) <= tolerance) return fine('clock', `that of ${place} is the same`);
  const difference = `${Math.round(Math.abs(ahead) / 1_000)} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's`;
  return doubtful(
    'clock',
    `that of ${place} is ${difference}: tokens, links and scheduled publishing depend on the clock of each instance`,
    'synchronise all machines with the same time server (NTP: timedatectl, chrony)',
  );
}

function databaseClock(database: DatabaseConfig): Clock | null {
  const { file, place } = databaseAt(database);
  return file === null ? { place, lead: () => leadOfDatabase(database) } : null;
}

function sessionsClock(sessions: SessionsOptions | null): Clock | null {
  if (sessions === null || 'path' in sessions) return null;
  const lead = (): Promise<number> =>
    sessions.kind === 'redis' ? redisTime(sessions, leadOf) : leadOfDatabase(sessions);
  return { place: placeOfSessions(sessions), lead };
}

async function leadOfDatabase(location: DatabaseLocation): Promise<number> {
  const { connect, loadServerChecks } = databaseAt(location);
  const [driver, checks] = [await connect({ maxConnections: 1 }), await loadServerChecks?.()];
  try {
    await driver.check();
    return checks === undefined ? 0 : await leadOf(() => checks.readTime(driver));
  } finally {
    await driver.close();
  }
}

/** Over an open connection: the server's time is that of half the round trip. */
async function leadOf(ask: () => Promise<number>): Promise<number> {
  const before = Date.now();
  const theirs = await ask();
  return theirs - (before + Date.now()) / 2;
}
