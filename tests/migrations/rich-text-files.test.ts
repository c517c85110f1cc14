/** Databases whose rich texts show files, from before the service listed them. */
import { describe, expect, test } from 'vitest';
import { startServer } from '../support/server-process.js';
import { describePostgres } from '../support/services.js';
import { svcBinary } from '../support/svc-command.js';
import { executeIn, type MigrationProject, migrationProject, rowsIn } from './support/migration-project.js';

const media = `{ slug: 'media', upload: { mimeTypes: ['text/plain'] }, fields: [] }`;
const fields = `fields: [
  { name: 'body', type: 'richText' },
  { name: 'side', type: 'group', fields: [{ name: 'text', type: 'richText' }] },
  { name: 'parts', type: 'array', fields: [
    { name: 'text', type: 'richText' },
    { name: 'more', type: 'group', fields: [{ name: 'text', type: 'richText' }] },
  ] },
  { name: 'content', type: 'blocks', blocks: [
    { slug: 'prose', fields: [{ name: 'text', type: 'richText' }] },
    { slug: 'box', fields: [{ name: 'rows', type: 'array', fields: [{ name: 'text', type: 'richText' }] }] },
  ] },
]`;
const posts = `{ slug: 'posts', ${fields} }`;
const without = `collections: [${posts}]`;
const withFiles = `collections: [${posts}, ${media}]`;

const id = (digit: number): string => `019b76da-a800-7624-8e96-b74d4ae8449${digit}`;
const shows = (...ids: readonly string[]): object => ({
  type: 'doc',
  content: [
    {
      type: 'blockquote',
      content: ids.map((one) => ({ type: 'upload', attrs: { collection: 'media', id: one } })),
    },
    { type: 'text', text: `it's "upload" \\ ü`, marks: [{ type: 'link', attrs: { href: id(9) } }] },
    { type: 'upload' },
    { type: 'upload', attrs: { collection: 'media', id: 'short' } },
    { type: 'upload', attrs: { collection: 'x'.repeat(4_000), id: id(9) } },
  ],
});

async function insert(
  project: MigrationProject,
  url: string | null,
  table: string,
  more = '',
): Promise<void> {
  const json = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
  const parts = [
    { id: 'a', text: shows(id(3)), more: { text: shows(id(4)) } },
    { id: 'b', text: null, more: { text: null } },
  ];
  const content = [
    { id: 'c', blockType: 'prose', text: shows(id(5), id(5)) },
    { id: 'd', blockType: 'box', rows: [{ id: 'e', text: [shows(id(6))] }] },
  ];
  const columns = `id, body, side_text, parts, content${more === '' ? '' : ', _live, _fields'}`;
  await executeIn(
    project,
    url,
    `INSERT INTO ${table} (${columns}) VALUES ('p1', ${json(shows(id(1)))}, ${json(shows(id(1), id(2)))}, ${json(parts)}, ${json(content)}${more})`,
  );
  await executeIn(
    project,
    url,
    `INSERT INTO ${table} (id${more === '' ? '' : ', _live, _fields'}) VALUES ('p2'${more})`,
  );
}

const listed = [
  ['body', 1],
  ['content.box.rows.text', 6],
  ['content.prose.text', 5],
  ['parts.more.text', 4],
  ['parts.text', 3],
  ['side.text', 1],
  ['side.text', 2],
].map(([path, digit]) => ({ parent: 'p1', path, collection: 'media', target: id(Number(digit)) }));

const rowsOf = (project: MigrationProject, url: string | null, table: string) =>
  rowsIn(project, url, `SELECT * FROM ${table} ORDER BY path, target`);

function suite(database: () => Promise<string | null>): void {
  test('a migration lists what rich texts show, and the one back forgets it', async () => {
    const url = await database();
    using project = migrationProject(without, url === null ? {} : { SVC_DATABASE_URL: url });
    await project.done('create');
    await project.done('up');
    await insert(project, url, 'posts');
    await insert(project, url, 'posts__pending', `, ${url === null ? '1' : 'true'}, '[]'`);
    project.configure(withFiles);
    const { changes } = await project.done('create', '--name', 'files');
    expect(changes).toEqual(
      expect.arrayContaining(['posts.parts.text: the files that it shows are listed now', 'media is new']),
    );
    await project.done('up');
    expect(await rowsOf(project, url, 'posts__refs')).toEqual(listed);
    expect(await rowsOf(project, url, 'posts__pending__refs')).toEqual(listed);

    // A renamed field keeps its rows; a field that is no rich text any more has none.
    project.configure(
      withFiles
        .replace(
          `{ name: 'body', type: 'richText' }`,
          `{ name: 'main', type: 'richText', renamedFrom: 'body' }`,
        )
        .replace(
          `name: 'side', type: 'group', fields: [{ name: 'text', type: 'richText' }]`,
          `name: 'side', type: 'group', fields: [{ name: 'text', type: 'json' }]`,
        ),
    );
    await project.done('create', '--name', 'renamed');
    await project.done('up');
    const renamed = listed
      .filter(({ path }) => path !== 'side.text')
      .map((row) => (row.path === 'body' ? { ...row, path: 'main' } : row));
    const byPath = [...renamed].sort((a, b) => (String(a.path) < String(b.path) ? -1 : 1));
    expect(await rowsOf(project, url, 'posts__refs')).toEqual(byPath);
    await project.done('down', '--yes');
    // The values of a field that was no rich text are gone with the way back.
    expect(await rowsOf(project, url, 'posts__refs')).toEqual(
      listed.filter(({ path }) => path !== 'side.text'),
    );
  });

  test('svc dev lists what rich texts show', async () => {
    const url = await database();
    const env = url === null ? {} : { SVC_DATABASE_URL: url };
    using project = migrationProject(without, env);
    await using dev = await startServer(process.execPath, [svcBinary, 'dev'], { cwd: project.path, env });
    await insert(project, url, 'posts');
    project.configure(withFiles);
    await dev.seen(/(Serving[\s\S]*){2}/);
    expect(await rowsOf(project, url, 'posts__refs')).toEqual(listed);
    await dev.end('SIGINT');
  });
}

describe('files in rich texts, on SQLite', { timeout: 120_000 }, () => suite(async () => null));

describePostgres('files in rich texts, on PostgreSQL', (fresh) => {
  describe('', { timeout: 120_000 }, () => suite(fresh));
});
