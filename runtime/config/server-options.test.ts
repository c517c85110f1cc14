import { describe, expect, test } from 'vitest';
import { ConfigError } from '../errors/config-error.js';
import { postgres, sqlite } from './database-config.js';
import { replicasOf } from './database-options.js';
import { resolveServerOptions } from './server-options.js';
import type { ServiceConfig } from './service-config.js';

const config: ServiceConfig = { collections: [] };

function issues(own: ServiceConfig, env: NodeJS.ProcessEnv): string {
  try {
    resolveServerOptions(own, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return '';
}

test('everything has a default', () => {
  expect(resolveServerOptions(config, {})).toEqual({
    port: 3000,
    host: undefined,
    baseUrl: null,
    database: { kind: 'sqlite', path: '.svc/data.db' },
    autoMigrate: false,
    logLevel: 'info',
    requestTimeout: 30_000,
    longReadTimeout: 5_000,
    slowReadThreshold: 50,
    responseCacheBytes: 64 * 1024 * 1024,
    trustProxy: false,
    corsOrigins: [],
    metrics: false,
    workers: 1,
  });
});

const full: ServiceConfig = {
  baseUrl: 'https://a.example/',
  db: sqlite({ path: 'a.db' }),
  limits: { answerCache: 0 },
  server: {
    port: 4000,
    host: '127.0.0.1',
    trustProxy: 1,
    cors: { origins: ['https://b.example'] },
    requestTimeout: 5,
  },
};

test('the config decides', () => {
  expect(resolveServerOptions(full, {})).toEqual({
    port: 4000,
    host: '127.0.0.1',
    baseUrl: 'https://a.example',
    database: { kind: 'sqlite', path: 'a.db' },
    autoMigrate: false,
    logLevel: 'info',
    requestTimeout: 5,
    longReadTimeout: 5_000,
    slowReadThreshold: 50,
    responseCacheBytes: 0,
    trustProxy: 1,
    corsOrigins: ['https://b.example'],
    metrics: false,
    workers: 1,
  });
});

test('limits are checked when a server starts, as other options are', () => {
  expect(issues({ limits: { answerCache: -1 } }, {})).toContain(
    'limits.answerCache: must be a whole number of at least 0, not -1.',
  );
});

test('the environment wins', () => {
  const env = {
    PORT: '0',
    HOST: '0.0.0.0',
    SVC_BASE_URL: 'https://c.example/cms/',
    SVC_DATABASE_URL: 'file:b.db',
    SVC_LOG_LEVEL: 'DEBUG',
    SVC_WORKERS: '4',
    SVC_METRICS: 'on',
  };
  expect(resolveServerOptions(full, env)).toMatchObject({
    port: 0,
    host: '0.0.0.0',
    baseUrl: 'https://c.example/cms',
    database: { kind: 'sqlite', path: 'b.db' },
    logLevel: 'debug',
    workers: 4,
    metrics: true,
  });
});

test('an empty variable is none', () => {
  const env = { PORT: '', HOST: ' ', SVC_BASE_URL: '', SVC_DATABASE_URL: '', SVC_LOG_LEVEL: '' };
  expect(resolveServerOptions(full, env)).toEqual(resolveServerOptions(full, {}));
});

test.each([
  ['file:data.db', 'data.db'],
  ['file:./data/my content.db', './data/my content.db'],
  ['file:/srv/data.db', '/srv/data.db'],
  ['file:///srv/my%20data.db', '/srv/my data.db'],
  ['FILE:data.db', 'data.db'],
  ['file::memory:', ':memory:'],
  [':memory:', ':memory:'],
])('SVC_DATABASE_URL %s is the file %s', (url, path) => {
  expect(resolveServerOptions(config, { SVC_DATABASE_URL: url }).database).toEqual({ kind: 'sqlite', path });
});

describe('read replicas', () => {
  const replicated: ServiceConfig = {
    ...config,
    db: postgres({ url: 'postgres://h/shop', replicas: ['postgres://a/shop', undefined, ''] }),
  };
  const replicas = (given: ServiceConfig, env: NodeJS.ProcessEnv): readonly string[] => {
    const { database } = resolveServerOptions(given, env);
    return database.kind === 'postgres' ? replicasOf(database) : [];
  };

  test('are those of the config that are set', () => {
    expect(replicas(replicated, {})).toEqual(['postgres://a/shop']);
    expect(replicas(replicated, { SVC_DATABASE_REPLICAS: '' })).toEqual(['postgres://a/shop']);
    expect(replicas(config, { SVC_DATABASE_URL: 'postgres://h/shop' })).toEqual([]);
  });

  test('are those of SVC_DATABASE_REPLICAS where it names any, each once', () => {
    const named = 'postgres://b/shop, postgresql://c/shop,postgres://b/shop';
    expect(replicas(replicated, { SVC_DATABASE_REPLICAS: named })).toEqual([
      'postgres://b/shop',
      'postgresql://c/shop',
    ]);
    const env = { SVC_DATABASE_URL: 'postgres://h/shop', SVC_DATABASE_REPLICAS: 'postgres://b/shop' };
    expect(replicas(config, env)).toEqual(['postgres://b/shop']);
  });
});

test.each([
  ['PORT', 'abc', 'must be a whole number from 0 to 65535, not "abc".'],
  ['PORT', '70000', 'must be a whole number from 0 to 65535, not 70000.'],
  ['PORT', '-1', 'must be a whole number from 0 to 65535, not "-1".'],
  ['PORT', '0x10', 'must be a whole number from 0 to 65535, not "0x10".'],
  ['SVC_WORKERS', '0', 'must be a whole number from 1 to 256, not 0.'],
  ['SVC_METRICS', 'maybe', 'must be true or false, not "maybe".'],
  ['SVC_WORKERS', 'auto', 'must be a whole number from 1 to 256, not "auto".'],
  ['HOST', 'http://x', 'must be an address or name to listen on, such as 127.0.0.1, not "http://x".'],
  [
    'SVC_BASE_URL',
    'example.com',
    'must be an http or https address, such as https://example.com, not "example.com".',
  ],
  [
    'SVC_LOG_LEVEL',
    'inof',
    'must be trace, debug, info, warn, error, fatal or silent, not "inof". Did you mean "info"?',
  ],
  [
    'SVC_DATABASE_URL',
    'data.db',
    'must be an address: file:data.db, file:///srv/data.db or postgres://host:5432/database.',
  ],
  [
    'SVC_DATABASE_URL',
    'file:',
    'must be an address: file:data.db, file:///srv/data.db or postgres://host:5432/database.',
  ],
  [
    'SVC_DATABASE_URL',
    'file://host/x',
    'must be an address: file:data.db, file:///srv/data.db or postgres://host:5432/database.',
  ],
  [
    'SVC_DATABASE_URL',
    'mysql://u:secret@h',
    'must be an address: file:data.db, file:///srv/data.db or postgres://host:5432/database.',
  ],
  [
    'SVC_DATABASE_URL',
    'postgres://u:secret@h',
    'names no database; write postgres://user:password@host:5432/database.',
  ],
  [
    'SVC_DATABASE_URL',
    'PostgreSQL://u:sec%ret@h/d',
    'has a user or password with an invalid percent encoding; write postgres://user:password@host:5432/database.',
  ],
  [
    'SVC_DATABASE_REPLICAS',
    'postgres://u:secret@h/d',
    'needs content in PostgreSQL: SQLite has no replicas.',
  ],
])('%s=%s is refused, and nothing secret is shown', (name, value, message) => {
  expect(issues(config, { [name]: value })).toBe(`${name}: ${message}`);
});

test('every fault is named at once', () => {
  expect(issues(config, { PORT: 'x', HOST: 'a b' }).split('\n')).toHaveLength(2);
});

test('options that a config computes when it starts are checked too', () => {
  const computed = {
    server: { port: Number('nothing') },
    db: { kind: 'postgres', url: 'x' },
  } as ServiceConfig;
  expect(issues(computed, {})).toBe(
    'server.port: must be a whole number from 0 to 65535, not NaN.\n' +
      'db.url: must be the address of a PostgreSQL server; write postgres://user:password@host:5432/database.',
  );
});

test('content is in PostgreSQL where the environment or the config says so', () => {
  const url = 'postgres://u:secret@h:5433/d?sslmode=require';
  const db = postgres({ url: 'postgres://other/d', pool: { max: 3 } });
  expect(resolveServerOptions({ ...config, db }, {}).database).toEqual(db);
  expect(resolveServerOptions({ ...config, db }, { SVC_DATABASE_URL: url }).database).toEqual({ ...db, url });
  expect(resolveServerOptions(config, { SVC_DATABASE_URL: url }).database).toEqual({ kind: 'postgres', url });
  const file = { kind: 'sqlite', path: 'data.db' };
  expect(resolveServerOptions({ ...config, db }, { SVC_DATABASE_URL: 'file:data.db' }).database).toEqual(
    file,
  );
});

test('an address that is not set is asked for by name', () => {
  const db = postgres({ url: undefined });
  expect(issues({ ...config, db }, {})).toBe(
    'db.url: is missing: set it, or SVC_DATABASE_URL to postgres://host:5432/database.',
  );
});

test('processes cannot share a database in memory', () => {
  const env = { SVC_WORKERS: '2', SVC_DATABASE_URL: 'file::memory:' };
  expect(issues(config, env)).toBe(
    'SVC_WORKERS: must be 1 with a database in memory: processes cannot share it.',
  );
});

test.each([
  ['1', 1],
  ['true', true],
  ['FALSE', false],
  ['loopback', ['loopback']],
  ['10.0.0.0/8, 192.168.1.1', ['10.0.0.0/8', '192.168.1.1']],
])('SVC_TRUST_PROXY %j says which proxies may name the client', (value, trustProxy) => {
  expect(resolveServerOptions(full, { SVC_TRUST_PROXY: value })).toMatchObject({ trustProxy });
});

test('SVC_TRUST_PROXY that is no address is refused by name', () => {
  expect(() => resolveServerOptions(config, { SVC_TRUST_PROXY: 'nginx' })).toThrow(/SVC_TRUST_PROXY/);
});
