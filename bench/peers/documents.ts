import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { categories, type Ids, postBody } from '../http/cases.js';
import { startServer } from '../http/server-process.js';
import { ask, type Contender, type Headers, type Place } from './contender.js';

/**
 * Fills a product through its own API, or takes the documents of an earlier run.
 *
 * @param target A folder that gets a copy of the database, which a run may change.
 * @returns The ids in the order in which the documents were created.
 */
export async function fill(
  contender: Contender,
  place: Place,
  posts: number,
  target: string,
): Promise<Ids & { isNew: boolean }> {
  const kept = join(place.folder, `documents-${posts}`);
  const file = join(kept, 'ids.json');
  const isNew = !contender.isKept || !existsSync(file);
  if (isNew) {
    rmSync(kept, { recursive: true, force: true });
    mkdirSync(kept, { recursive: true });
    const ids = await create(contender, place, posts, kept);
    writeFileSync(file, JSON.stringify(ids));
  }
  cpSync(kept, target, { recursive: true });
  return { ...(JSON.parse(readFileSync(file, 'utf8')) as Ids), isNew };
}

async function create(contender: Contender, place: Place, posts: number, data: string): Promise<Ids> {
  await contender.prepare(place, data);
  writeAhead(join(data, 'data.db'));
  const { argv, env } = contender.server(place, data);
  const server = await startServer({
    name: contender.title,
    cwd: place.folder,
    node: place.node.program,
    argv: () => argv,
    env,
    first: contender.ready,
  });
  const headers = await contender.login(server.url);
  const add = (collection: 'authors' | 'posts', values: Readonly<Record<string, unknown>>): Promise<string> =>
    addOne(contender, server.url, headers, collection, values);
  const authors: string[] = [];
  for (let index = 0; index < posts / 10; index++) {
    authors.push(
      await add('authors', {
        name: `Author ${index}`,
        email: `author${index}@example.com`,
        bio: `Writes about ${categories[index % categories.length]}.`,
      }),
    );
  }
  const ids: string[] = [];
  for (let index = 0; index < posts; index++) ids.push(await add('posts', postBody(index, authors)));
  await server.stop();
  return { authors, posts: ids };
}

/** The fast mode of SQLite, which stays with the file. Products that set it themselves keep it. */
function writeAhead(file: string): void {
  if (!existsSync(file)) return;
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.close();
}

/** One after the other, each in a millisecond of its own: so all products agree on which is the newest. */
async function addOne(
  { dialect }: Contender,
  url: string,
  headers: Headers,
  collection: 'authors' | 'posts',
  values: Readonly<Record<string, unknown>>,
): Promise<string> {
  const body = await ask(url, dialect.create(collection, values), headers);
  const end = Date.now();
  while (Date.now() === end) await sleep(0);
  return String(dialect.readOne(body).id);
}
