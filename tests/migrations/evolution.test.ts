import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServerProcess } from '../support/server-process.js';
import { describePostgres } from '../support/services.js';
import { type EvolutionStep, type EvolvingConfig, firstConfig, steps } from './support/evolution.js';
import {
  executeIn,
  type MigrationProject,
  migrationProject,
  serveProject,
} from './support/migration-project.js';

describe('twenty changes of a config, on SQLite', { timeout: 120_000 }, () => evolve(async () => null));

describePostgres('twenty changes of a config, on PostgreSQL', (fresh) => {
  describe('', { timeout: 120_000 }, () => evolve(fresh));
});

/** Runs every step with the real command, and checks its documents with the real server. */
function evolve(database: () => Promise<string | null>): void {
  const config: EvolvingConfig = structuredClone(firstConfig);
  let project: MigrationProject;
  let url: string | null;
  let ids: Readonly<Record<string, string>>;

  beforeAll(async () => {
    url = await database();
    project = migrationProject(bodyOf(config), url === null ? {} : { SVC_DATABASE_URL: url });
    await project.done('create');
    await project.done('up');
    await using server = await serveProject(project, url);
    ids = await fill(server);
  }, 120_000);

  afterAll(() => project[Symbol.dispose]());

  test.each(steps)('$name', async (step) => {
    step.change(config);
    project.configure(bodyOf(config));
    const confirm = step.confirm === undefined ? [] : ['--confirm-drop', ...step.confirm];
    if (step.confirm !== undefined) expect((await project.migrate('create')).code).toBe(1);
    const { created } = await project.done('create', ...confirm);
    editSql(project, String(created), step);
    await refuseDirty(step);
    expect(await project.done('up')).toMatchObject({ migrations: [{ name: created, state: 'applied' }] });
    if (step.isRoundTrip) {
      expect(await project.done('down', '--yes')).toMatchObject({ migrations: [created] });
      await project.done('up');
    }
    expect((await project.migrate('status', '--check')).stderr).toBe('');
    await using server = await serveProject(project, url);
    for (const [path, expected] of Object.entries(step.expected)) {
      const answer: unknown = await (await fetch(`${server.url}${named(path, ids)}`)).json();
      expect({ [path]: answer }).toMatchObject({
        [path]: JSON.parse(named(JSON.stringify(expected), ids)) as object,
      });
    }
  });

  async function refuseDirty({ dirty }: EvolutionStep): Promise<void> {
    if (dirty === undefined) return;
    if (dirty.sql !== undefined) await executeIn(project, url, dirty.sql);
    const { code, stderr } = await project.migrate('up');
    expect(code).toBe(1);
    expect(stderr).toContain(named(dirty.refusal, ids));
    await executeIn(project, url, dirty.cure);
  }
}

function bodyOf(config: EvolvingConfig): string {
  return `...${JSON.stringify(config)} as never`;
}

async function fill(server: ServerProcess): Promise<Readonly<Record<string, string>>> {
  const send = async (method: string, path: string, body: object, headers = {}): Promise<string> => {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const document = (await answer.json()) as { readonly id: string };
    expect(answer.ok, JSON.stringify(document)).toBe(true);
    return document.id;
  };
  const tag = await send('POST', 'tags', { name: 'Tag' });
  const items = [{ label: 'one', n: 1.5, at: '2026-01-02' }, { n: 2 }];
  const first = { title: 'First', body: 'Body', views: 5, tag, status: 'new', day: '2026-03-04', items };
  const post = await send('POST', 'posts', first);
  const second = await send('POST', 'posts', { title: 'Second', views: 7, tag, status: 'old' });
  await send('PATCH', `posts/${post}`, { title: 'Draft' }, { 'x-draft': 'true' });
  return { tag, post, second };
}

function named(text: string, ids: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);
}

/**
 * Edits the SQL like a user who splits a field: after the new columns are added and before the old one is
 * dropped.
 */
function editSql({ path }: MigrationProject, name: string, { extraSql }: EvolutionStep): void {
  if (extraSql === undefined) return;
  const folder = join(path, 'migrations');
  for (const file of readdirSync(folder).filter((one) => one.startsWith(name) && one.endsWith('.sql'))) {
    const text = readFileSync(join(folder, file), 'utf8');
    const drop = 'ALTER TABLE "articles" DROP COLUMN';
    writeFileSync(join(folder, file), text.replace(drop, `${extraSql}\n\n${drop}`));
  }
}
