/** What a line of `svc import` may contain: times, omitted fields, and password hashes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectFolder, svc, type TemporaryFolder } from '../support/svc-command.js';
import { databaseOfProject } from '../support/test-database.js';

const config = `import { defineConfig } from 'svc';

export default defineConfig({
  auth: { secret: process.env.SVC_SECRET },
  collections: [
    { slug: 'posts', fields: [
      { name: 'title', type: 'text' },
      { name: 'at', type: 'date', time: true },
      { name: 'day', type: 'date' },
    ] },
    { slug: 'things', fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'k', type: 'select', options: ['a', 'b'], required: true, default: 'a' },
      { name: 'note', type: 'text', default: 'None' },
      { name: 'plain', type: 'text' },
      { name: 'made', type: 'text', default: () => 'made' },
      { name: 'box', type: 'group', fields: [{ name: 'size', type: 'number', required: true, default: 3 }] },
      { name: 'rows', type: 'array', fields: [{ name: 'n', type: 'number', required: true, default: 1 }] },
    ] },
    { slug: 'orders', fields: [{ name: 'number', type: 'number', required: true, default: () => 7 }] },
  ],
  globals: [{ slug: 'site', fields: [{ name: 'name', type: 'text', required: true, default: 'Mine' }] }],
});
`;

interface Imported {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly refused: readonly {
    readonly line: number;
    readonly code: string;
    readonly reasons: readonly string[];
  }[];
}

async function run({ path }: TemporaryFolder, ...args: readonly string[]): Promise<string> {
  return (await svc(args, { cwd: path, env: await databaseOfProject(path) })).stdout;
}

/** Imports each line in its own batch. */
async function imported(folder: TemporaryFolder, ...lines: readonly object[]): Promise<Imported> {
  const texts = lines.map((line) => JSON.stringify(line));
  writeFileSync(join(folder.path, 'in.ndjson'), texts.join('\n'));
  return JSON.parse(await run(folder, 'import', 'in.ndjson', '--batch', '1', '--json')) as Imported;
}

// biome-ignore lint/suspicious/noExplicitAny: the lines of arbitrary collections have no type.
async function exported(folder: TemporaryFolder, ...args: readonly string[]): Promise<any[]> {
  const text = await run(folder, 'export', ...args);
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const id = (last: number): string => `0190a1b2-0000-7000-8000-00000000000${last}`;

describe('a line of an import', { timeout: 60_000 }, () => {
  test('whose times no filter would take is refused alone, and the others are written', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    const post = (document: object): object => ({ collection: 'posts', document });
    const far = ['+275760-09-13T00:00:00.000Z', '-000001-01-01T00:00:00.000Z', '9999-12-31T23:59:59-01:00'];
    const near = ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];
    const report = await imported(
      folder,
      ...far.flatMap((time) => [post({ createdAt: time }), post({ updatedAt: time }), post({ at: time })]),
      post({ day: '10000-01-01' }),
      post({ createdAt: '2026-01-31T09:00:00' }),
      ...near.map((time, at) => post({ id: id(at), createdAt: time, updatedAt: time, at: time })),
      post({ id: id(2), createdAt: '2020-02-02', updatedAt: '2020-02-02T01:00:00+02:00' }),
    );
    expect(report).toMatchObject({ created: 3, updated: 0, unchanged: 0 });
    expect(report.refused.map(({ line, code, reasons }) => [line, code, reasons.length])).toEqual(
      Array.from({ length: 11 }, (_, at) => [at + 1, 'INVALID_DOCUMENT', 1]),
    );
    expect(report.refused[0]?.reasons).toEqual([
      'createdAt: must be a timestamp with its zone such as "2026-01-31T09:00:00Z", in the years 0000 to 9999.',
    ]);
    expect(report.refused[1]?.reasons[0]).toContain('updatedAt: must be a timestamp');
    expect(report.refused[2]?.reasons[0]).toMatch(/^at: /);
    const times = (await exported(folder, '--collection', 'posts')).map(({ document }) => [
      document.createdAt,
      document.updatedAt,
      document.at,
    ]);
    expect(times).toEqual([
      [near[0], near[0], near[0]],
      [near[1], near[1], near[1]],
      ['2020-02-02T00:00:00.000Z', '2020-02-01T23:00:00.000Z', null],
    ]);
  });

  test('gets the defaults of what it leaves out, as a POST would', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    const lines = [
      { collection: 'things', document: { id: id(1), title: 'One', rows: [{ id: 'r' }] } },
      { collection: 'things', draft: { id: id(2) } },
      { collection: 'things', document: { id: id(3), title: 'Three', k: 'b', note: null, plain: 'x' } },
      { global: 'site', document: {} },
    ];
    expect(await imported(folder, ...lines)).toMatchObject({ created: 4, refused: [] });
    const [one, two, three, site] = await exported(folder);
    const defaults = { k: 'a', note: 'None', plain: null, made: null, box: { size: 3 }, rows: [] };
    expect(one.document).toMatchObject({ ...defaults, title: 'One', rows: [{ id: 'r', n: 1 }] });
    expect(two.draft).toMatchObject({ ...defaults, title: null });
    expect(three.document).toMatchObject({ ...defaults, title: 'Three', k: 'b', note: null, plain: 'x' });
    expect(site.document).toMatchObject({ name: 'Mine' });
    // A line describes the whole document: importing the same lines again, or the exported ones, changes
    // nothing.
    expect(await imported(folder, ...lines)).toMatchObject({ unchanged: 4, refused: [] });
    expect(await imported(folder, one, two, three, site)).toMatchObject({ unchanged: 4, refused: [] });
    const less = { collection: 'things', document: { id: id(3), title: 'Three' } };
    expect(await imported(folder, less)).toMatchObject({ updated: 1 });
    const [, , after] = await exported(folder, '--collection', 'things');
    expect(after.document).toMatchObject({ ...defaults, title: 'Three' });
  });

  test('is refused where a required field has a default that only a request has', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    const { refused } = await imported(folder, { collection: 'orders', document: {} });
    expect(refused).toEqual([
      { line: 1, code: 'INVALID_DOCUMENT', reasons: ['number: This field is required.'] },
    ]);
  });

  test('says what is wrong with the hash of a password', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    const document = { id: id(1), email: 'a@example.com', role: 'author', emailVerified: true };
    const user = { collection: 'users', document };
    const good = `$argon2id$v=19$m=19456,t=2,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`;
    const { created, refused } = await imported(
      folder,
      { ...user, passwordHash: '$argon2id$nonsense' },
      { ...user, document: { ...document, id: id(2), email: 'b@example.com' }, passwordHash: 7 },
      { collection: 'users', document: { ...document, id: id(3), passwordHash: good } },
      { collection: 'posts', document: { title: 'x' }, passwordHash: good },
      { ...user, document: { ...document, id: id(4), email: 'd@example.com' }, passwordHash: good },
    );
    const noHash = ['passwordHash: is not an argon2id hash, $argon2id$v=19$m=...,t=...,p=...$salt$hash.'];
    expect(refused).toEqual([
      { line: 1, code: 'INVALID_LINE', reasons: noHash },
      { line: 2, code: 'INVALID_LINE', reasons: noHash },
      {
        line: 3,
        code: 'INVALID_DOCUMENT',
        reasons: ['passwordHash: belongs next to "document", not in it, and must be an argon2id hash.'],
      },
      { line: 4, code: 'INVALID_LINE', reasons: ['passwordHash: only users have one.'] },
    ]);
    expect(created).toBe(1);
  });
});
