import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { createService } from '../../runtime/create-service.js';
import { startAuthServer } from '../support/auth-server.js';
import { testDatabaseUrl } from '../support/test-database.js';

const warning = (baseUrl: string) => ({
  level: 40,
  msg: `The base URL ${baseUrl} is not encrypted: anyone on the network path can read passwords, cookies and keys; put TLS in front and set SVC_BASE_URL to the https:// address`,
});

function warningsIn(log: readonly string[]): readonly unknown[] {
  return log
    .map((line): { level: number; msg: string } => JSON.parse(line))
    .filter(({ level, msg }) => level === 40 && msg.includes('is not encrypted'))
    .map(({ level, msg }) => ({ level, msg }));
}

test.each(['http://cms.example.com', 'http://192.168.1.7:3000'])(
  'a server with logins on %s says once that it is not encrypted',
  async (baseUrl) => {
    const { app, log } = await startAuthServer({ baseUrl, alone: true });
    await app.fetch('/health/ready');
    expect(warningsIn(log)).toEqual([warning(baseUrl)]);
  },
);

test.each(['https://cms.example.com', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'one on %s says nothing',
  async (baseUrl) => {
    const { log } = await startAuthServer({ baseUrl, alone: true });
    expect(warningsIn(log)).toEqual([]);
  },
);

test('without logins it is said in production alone', async () => {
  const baseUrl = 'http://cms.example.com';
  expect(warningsIn(await logWithoutAuth({ SVC_BASE_URL: baseUrl, NODE_ENV: 'production' }))).toEqual([
    warning(baseUrl),
  ]);
  expect(warningsIn(await logWithoutAuth({ SVC_BASE_URL: baseUrl }))).toEqual([]);
});

async function logWithoutAuth(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-plain-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const log: string[] = [];
  const config: ServiceConfig = {
    collections: [{ slug: 'notes', fields: [{ name: 'title', type: 'text' }] }],
  };
  const app = createService(
    { config, contract: describeConfig(config), routes: {}, openapi: new URL(import.meta.url) },
    {
      env: { ...env, SVC_DATABASE_URL: await testDatabaseUrl(join(folder, 'data.db')) },
      logOutput: { write: (line) => void log.push(line) },
    },
  );
  await app.ready();
  await app.close();
  return log;
}
