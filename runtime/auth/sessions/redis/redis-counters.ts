import type { Counter, CounterStore } from '../session-store.js';
import type { RedisConnection } from './redis-connection.js';
import { redisScript, runScript } from './redis-scripts.js';

/**
 * `value endsAt` as text. The end is stored with the value, although Redis lets go of the key by itself:
 * whether a counter is over is for the caller's clock to say, as in the other stores.
 */
const add = redisScript(`
local by, life, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local value, ends = 0, now + life
local found = redis.call('GET', KEYS[1])
if found then
  local foundValue, foundEnds = string.match(found, '^(%S+) (%S+)$')
  if tonumber(foundEnds) > now then value, ends = tonumber(foundValue), math.min(tonumber(foundEnds), ends) end
end
local text = string.format('%.0f %.0f', value + by, ends)
redis.call('SET', KEYS[1], text, 'PX', string.format('%.0f', ends - now))
return text`);

/** Counters in the store of the sessions; one script or command for each step. */
export function createRedisCounters(connection: RedisConnection, prefix: string): CounterStore {
  const keyOf = (key: string): string => `${prefix}c:${key}`;
  return {
    async add(key, by, lifeMilliseconds, now) {
      const values = [by, lifeMilliseconds, now];
      const text = await connection.run((client) => runScript(client, add, { key: keyOf(key), values }));
      return counterOf(String(text));
    },

    async get(key, now) {
      const text = await connection.run((client) => client.get(keyOf(key)));
      const counter = text === null ? null : counterOf(text);
      return counter !== null && counter.endsAt > now ? counter : null;
    },

    async set(key, value, lifeMilliseconds, now) {
      const text = `${value} ${now + lifeMilliseconds}`;
      await connection.run((client) => client.set(keyOf(key), text, 'PX', lifeMilliseconds));
    },

    async delete(key) {
      await connection.run((client) => client.del(keyOf(key)));
    },
  };
}

function counterOf(text: string): Counter {
  const [value, endsAt] = text.split(' ');
  return { value: Number(value), endsAt: Number(endsAt) };
}
