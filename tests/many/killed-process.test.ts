/** A bulk whose process is killed while it writes. */
import { afterEach, expect, test } from 'vitest';
import { newFolder, type Program, startProgram, stopPrograms } from '../http/support/program.js';
import { databaseOfProject } from '../support/test-database.js';

afterEach(stopPrograms);

/** Slow enough that the process can be killed between two operations. */
const config = `{
  collections: [{
    slug: 'notes',
    drafts: false,
    fields: [{ name: 'title', type: 'text' }],
    hooks: { beforeChange: async ({ data }) => {
      if (data.title === 'Note 50') console.log('half-way');
      if (data.title?.startsWith('Note')) await new Promise((resolve) => setTimeout(resolve, 5));
    } },
  }],
}`;

const operations = Array.from({ length: 100 }, (_, index) => ({
  op: 'create',
  data: { title: `Note ${index}` },
}));

async function start(folder: string): Promise<Program> {
  return startProgram({ config, folder, env: await databaseOfProject(folder) });
}

async function total(url: string): Promise<number> {
  const response = await fetch(`${url}/api/notes?limit=0`);
  return ((await response.json()) as { totalDocs: number }).totalDocs;
}

async function bulk(url: string): Promise<number> {
  const response = await fetch(`${url}/api/notes/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ operations }),
  });
  return response.status;
}

test('leaves nothing of it behind, and the next one finds the database whole', async () => {
  const program = await start(newFolder());
  const url = await program.url();
  const answered = bulk(url).catch(() => 'broken');
  await expect.poll(() => program.stdout, { timeout: 20_000, interval: 1 }).toContain('half-way');
  program.process.kill('SIGKILL');
  expect(await answered).toBe('broken');
  await program.exit();

  const next = await start(program.folder);
  const nextUrl = await next.url();
  expect(await total(nextUrl)).toBe(0);
  expect(await bulk(nextUrl)).toBe(200);
  expect(await total(nextUrl)).toBe(100);
}, 60_000);
