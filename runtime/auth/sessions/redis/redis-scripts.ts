import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/**
 * A script with one key: it runs on clusters too, where the keys of different sessions live on different
 * servers.
 */
export interface RedisScript {
  readonly text: string;
  readonly digest: string;
}

export function redisScript(text: string): RedisScript {
  return { text, digest: createHash('sha1').update(text).digest('hex') };
}

/**
 * Sends the digest alone; a server that does not know it, since it was restarted or took over, gets the text.
 */
export async function runScript(
  client: Redis,
  { text, digest }: RedisScript,
  { key, values }: { readonly key: string; readonly values: readonly (string | number)[] },
): Promise<unknown> {
  try {
    return await client.evalsha(digest, 1, key, ...values);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    await client.script('LOAD', text);
    return client.evalsha(digest, 1, key, ...values);
  }
}
