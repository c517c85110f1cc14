import type { Clock } from '../../../util/clock.js';
import { sessionLimits } from '../session-service.js';
import { isSessionId, type SessionRow, type SessionStore } from '../session-store.js';
import { RedisConnection, type RedisConnectionOptions } from './redis-connection.js';
import { createRedisCounters } from './redis-counters.js';
import { redisScript, runScript } from './redis-scripts.js';

export interface RedisSessionStoreOptions extends RedisConnectionOptions {
  /** Prefix of every key. */
  readonly prefix: string;
  readonly clock: Clock;
}

/** The fields of a session: those that change, and the rest of it as JSON in `row`. */
const fields = ['row', 'counter', 'rotated', 'seen', 'expires'] as const;

/**
 * Keeps a session until it expires or is idle for too long. A session that has ended is removed at once.
 */
const expire = `
local function expire(now, idle)
  local left = math.min(tonumber(redis.call('HGET', KEYS[1], 'expires')) - now, idle)
  redis.call('PEXPIRE', KEYS[1], string.format('%.0f', left))
end`;

const scripts = {
  create: redisScript(`${expire}
redis.call('HSET', KEYS[1], 'row', ARGV[1], 'counter', ARGV[2], 'rotated', ARGV[3], 'seen', ARGV[4], 'expires', ARGV[5])
expire(tonumber(ARGV[6]), tonumber(ARGV[4]) + tonumber(ARGV[7]) - tonumber(ARGV[6]))
return 1`),

  rotate: redisScript(`${expire}
if redis.call('HGET', KEYS[1], 'counter') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'counter', ARGV[2], 'rotated', ARGV[3], 'seen', ARGV[3])
expire(tonumber(ARGV[3]), tonumber(ARGV[4]))
return 1`),

  touch: redisScript(`${expire}
local seen = redis.call('HGET', KEYS[1], 'seen')
if not seen or tonumber(seen) >= tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'seen', ARGV[1])
expire(tonumber(ARGV[1]), tonumber(ARGV[2]))
return 1`),

  steady: redisScript(`${expire}
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'expires', ARGV[1], 'seen', ARGV[2], 'rotated', ARGV[3])
expire(tonumber(ARGV[4]), tonumber(ARGV[2]) + tonumber(ARGV[5]) - tonumber(ARGV[4]))
return 1`),

  /** Returns the user's id. */
  revoke: redisScript(`
local row = redis.call('HGET', KEYS[1], 'row')
if not row then return false end
redis.call('DEL', KEYS[1])
return cjson.decode(row).userId`),

  /**
   * Adds a session to those of its user, and returns the oldest ones beyond the max. They stay listed until
   * their sessions are gone, so that a process that stops half-way leaves no session that cannot be revoked.
   */
  list: redisScript(`
local id, created, expires, most, now = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local others, latest = {}, expires
local found = redis.call('HGETALL', KEYS[1])
for at = 1, #found, 2 do
  local othersCreated, othersExpires = string.match(found[at + 1], '^(%S+) (%S+)$')
  if tonumber(othersExpires) <= now then
    redis.call('HDEL', KEYS[1], found[at])
  elseif found[at] ~= id then
    others[#others + 1] = { found[at], tonumber(othersCreated) }
    latest = math.max(latest, tonumber(othersExpires))
  end
end
redis.call('HSET', KEYS[1], id, created .. ' ' .. ARGV[3])
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', latest - now))
table.sort(others, function(one, two)
  if one[2] == two[2] then return one[1] > two[1] end
  return one[2] > two[2]
end)
local dropped = {}
for at = most, #others do dropped[#dropped + 1] = others[at][1] end
return dropped`),
} as const;

/**
 * Sessions and counters in Redis or Valkey. A session is a hash of its own, which Redis drops when it is
 * over; a hash for each user names those of the user. A session is written before it is listed and removed
 * before it is taken off the list, so that no revocation of all sessions misses one whose cookie is in use.
 *
 * Resolves while the server is away, too: the store is then unavailable until it comes.
 *
 * @throws Error when the package `ioredis` is missing.
 */
export async function createRedisSessionStore({
  prefix,
  clock,
  ...options
}: RedisSessionStoreOptions): Promise<SessionStore> {
  const connection = await RedisConnection.open(options);
  const keyOf = (id: string): string => `${prefix}s:${id}`;
  const listOf = (userId: string): string => `${prefix}u:${userId}`;

  /** Returns the ids that still existed. */
  async function revokeListed(userId: string, ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    return connection.run(async (client) => {
      const removed = await Promise.all(ids.map((id) => client.del(keyOf(id))));
      await client.hdel(listOf(userId), ...ids);
      return ids.filter((_, at) => removed[at] === 1);
    });
  }

  const listed = (userId: string): Promise<readonly string[]> =>
    connection.run((client) => client.hkeys(listOf(userId)));

  async function get(id: string): Promise<SessionRow | null> {
    if (!isSessionId(id)) return null;
    return sessionOf(await connection.run((client) => client.hmget(keyOf(id), ...fields)));
  }

  return {
    async create(session, maxPerUser) {
      const { id, userId, createdAt, expiresAt, counter, rotatedAt, lastSeenAt } = session;
      const now = clock();
      const dropped = await connection.run(async (client) => {
        const row = [JSON.stringify(session), counter, rotatedAt, lastSeenAt, expiresAt];
        const values = [...row, now, sessionLimits.idle];
        await runScript(client, scripts.create, { key: keyOf(id), values });
        const entry = [id, createdAt, expiresAt, maxPerUser, now];
        return runScript(client, scripts.list, { key: listOf(userId), values: entry });
      });
      // The script returns a list of ids.
      return revokeListed(userId, dropped as string[]);
    },

    get,

    async rotate(id, from, now) {
      if (!isSessionId(id)) return false;
      const values = [from, from + 1, now, sessionLimits.idle];
      return (
        (await connection.run((client) => runScript(client, scripts.rotate, { key: keyOf(id), values }))) ===
        1
      );
    },

    async touch(id, now) {
      if (!isSessionId(id)) return;
      const values = [now, sessionLimits.idle];
      await connection.run((client) => runScript(client, scripts.touch, { key: keyOf(id), values }));
    },

    async steady(id, { expiresAt, lastSeenAt, rotatedAt, now }) {
      if (!isSessionId(id)) return;
      const values = [expiresAt, lastSeenAt, rotatedAt, now, sessionLimits.idle];
      await connection.run((client) => runScript(client, scripts.steady, { key: keyOf(id), values }));
    },

    async listByUser(userId) {
      const sessions = await Promise.all((await listed(userId)).map(get));
      return sessions.filter((session) => session !== null).sort(newestFirst);
    },

    async revoke(id) {
      if (!isSessionId(id)) return false;
      const userId = await connection.run((client) =>
        runScript(client, scripts.revoke, { key: keyOf(id), values: [] }),
      );
      if (userId === null) return false;
      // It is revoked; an entry that stays is skipped by who reads the list.
      await connection.run((client) => client.hdel(listOf(String(userId)), id)).catch(() => undefined);
      return true;
    },

    async revokeOthers(userId, keepId) {
      const others = (await listed(userId)).filter((id) => id !== keepId);
      return (await revokeListed(userId, others)).length;
    },

    async revokeAll(userId) {
      return (await revokeListed(userId, await listed(userId))).length;
    },

    // Redis drops what is over, and the next login of a user what the list still names.
    purge: async () => 0,

    counters: createRedisCounters(connection, prefix),
    check: async () => void (await connection.run((client) => client.ping())),
    close: () => connection.close(),
  };
}

function newestFirst(one: SessionRow, two: SessionRow): number {
  if (one.createdAt !== two.createdAt) return two.createdAt - one.createdAt;
  return one.id < two.id ? 1 : -1;
}

function sessionOf([row, counter, rotated, seen, expires]: readonly (string | null)[]): SessionRow | null {
  if (row === null || row === undefined) return null;
  // Written by `create` alone.
  const session = JSON.parse(row) as SessionRow;
  return {
    ...session,
    counter: Number(counter),
    rotatedAt: Number(rotated),
    lastSeenAt: Number(seen),
    expiresAt: Number(expires),
  };
}
