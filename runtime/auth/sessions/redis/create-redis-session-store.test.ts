import { randomUUID } from 'node:crypto';
import { describeSessionStore } from '../../../../tests/conformance/session-store.js';
import { describeRedis } from '../../../../tests/support/services.js';
import type { Clock } from '../../../util/clock.js';
import type { SessionStore } from '../session-store.js';
import { createRedisSessionStore } from './create-redis-session-store.js';

describeRedis('sessions in Redis', (url, prefix) => {
  const open = (place: string, clock: Clock): Promise<SessionStore> =>
    createRedisSessionStore({ url, tls: false, prefix: place, clock, onChange: () => undefined });

  describeSessionStore('Redis', { newPlace: () => `${prefix}${randomUUID()}:`, open });
});
