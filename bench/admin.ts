/**
 * The dashboard on a list of 100,000 documents: `npm run bench:admin` (`--documents N`, `--rounds N`).
 *
 * Sizes of the built files, times of typing in a form of eight rich texts, stops of Tab to *Publish*, and
 * times in a real browser against `node dist/server.js`, medians of the rounds, each checked by what the page
 * shows afterwards. A cold start has an empty cache, a warm one has the files of the previous round.
 */

import { notStrictEqual, strictEqual } from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';
import { freePort } from '../tests/support/free-port.js';

const { values: flags } = parseArgs({
  options: { documents: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '5' } },
});
const documents = Number(flags.documents);
const rounds = Number(flags.rounds);

const root = join(import.meta.dirname, '..');
const svc = join(root, 'dist/bin/svc.js');
const built = join(root, 'dist/admin/assets');
const email = 'ada@example.com';
const password = 'Correct-Horse-7-Battery';
const posts = '/admin/collections/posts';

mkdirSync(join(root, 'tmp'), { recursive: true });
// Inside the repository, so that the project finds its packages.
const folder = mkdtempSync(join(root, 'tmp/bench-admin-'));
try {
  printSizes();
  await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What is loaded before the first render, and what is loaded on demand. */
function printSizes(): void {
  const html = readFileSync(join(built, '../index.html'), 'utf8');
  const files = readdirSync(built).filter((file) => /\.(js|css)$/.test(file));
  const bytes = (file: string): number => gzipSync(readFileSync(join(built, file))).length;
  const shell = files.filter((file) => html.includes(file));
  console.log(
    `shell: ${shell.reduce((sum, file) => sum + bytes(file), 0)} bytes gzip in ${shell.length} files`,
  );
  const lazy = files.filter((file) => !shell.includes(file)).map((file) => ({ file, size: bytes(file) }));
  for (const { file, size } of lazy.sort((one, other) => other.size - one.size).slice(0, 5)) {
    console.log(`  lazy: ${file.replace(/-[\w-]{8}\./, '.')} ${size}`);
  }
}

async function measure(): Promise<void> {
  cpSync(join(root, 'fixtures/blog'), folder, { recursive: true });
  addLongTexts(join(folder, 'svc.config.ts'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    PORT: String(port),
    SVC_BASE_URL: url,
    SVC_DATABASE_URL: `file:${join(folder, 'data.db')}`,
    SVC_SESSIONS_URL: `file:${join(folder, 'sessions.db')}`,
    SVC_SECRET: 'bench/admin: thirty-two bytes and some more',
    SVC_ADMIN_EMAIL: email,
    SVC_ADMIN_PASSWORD: password,
    SVC_RATE_LIMIT: 'off',
    SVC_LOG_LEVEL: 'error',
  };
  command(['build'], env);
  const first = spawn(process.execPath, ['dist/server.js'], { cwd: folder, env, stdio: 'inherit' });
  await untilReady(url);
  const key = await author(url);
  first.kill();
  await new Promise((resolve) => first.once('exit', resolve));
  await writeDocuments(join(folder, 'posts.ndjson'), key);
  command(['import', 'posts.ndjson'], env);
  const server = spawn(process.execPath, ['dist/server.js'], { cwd: folder, env, stdio: 'inherit' });
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
    ],
  });
  try {
    await untilReady(url);
    await run(browser, url);
  } finally {
    await browser.close();
    server.kill();
  }
}

/** A collection with eight rich texts. */
function addLongTexts(file: string): void {
  const texts = Array.from({ length: 8 }, (_each, index) => `{ name: 'text${index}', type: 'richText' }`);
  const collection = `{ slug: 'longs', fields: [{ name: 'title', type: 'text' }, ${texts.join(', ')}] },`;
  const source = readFileSync(file, 'utf8');
  const changed = source.replace('collections: [', `collections: [${collection}`);
  notStrictEqual(changed, source);
  writeFileSync(file, changed);
}

/** The id of the author of all posts. */
async function author(url: string): Promise<string> {
  const login = await send(`${url}/api/auth/login`, { email, password });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const made = await send(`${url}/api/authors`, { name: 'Ada', email: 'ada@example.org' }, { cookie });
  return ((await made.json()) as { readonly id: string }).id;
}

function send(url: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function writeDocuments(file: string, authorId: string): Promise<void> {
  const stream = createWriteStream(file);
  const categories = ['news', 'guide', 'opinion'];
  for (let index = 1; index <= documents; index += 1) {
    const number = String(index).padStart(6, '0');
    const document = {
      title: `Post ${number}`,
      excerpt: 'A few words about it. '.repeat(10),
      category: categories[index % categories.length],
      readingMinutes: 1 + (index % 60),
      author: authorId,
    };
    const line = `${JSON.stringify({ collection: 'posts', document })}\n`;
    if (!stream.write(line)) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
}

async function run(browser: Browser, url: string): Promise<void> {
  const times = new Map<string, number[]>();
  const note = (name: string, milliseconds: number): void => {
    times.set(name, [...(times.get(name) ?? []), milliseconds]);
  };
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
    const page = await context.newPage();
    await page.goto(`${url}/admin/login`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await Promise.all([page.waitForURL(/\/admin$/), page.getByRole('button', { name: /sign in/i }).click()]);
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();

    const cold = await (await browser.newContext({ storageState: await context.storageState() })).newPage();
    note('open the list, cold', await timed(() => openList(cold, url)));
    note('  first contentful paint', await firstPaint(cold));
    note('open the list, warm', await timed(() => openList(cold, url)));
    await interact(cold, note);
    note('stops of Tab to Publish', await stopsToPublish(cold));
    note('typing among 8 rich texts, p95', await typing(cold, url));
    await cold.context().close();
    await context.close();
  }
  for (const [name, values] of times)
    console.log(`${name.padEnd(32)} ${median(values).toFixed(0).padStart(6)}`);
  const [minute = 0, five = 0] = loadavg();
  console.log(`load average ${minute.toFixed(1)} (1 min), ${five.toFixed(1)} (5 min)`);
}

async function openList(page: Page, url: string): Promise<void> {
  await page.goto(`${url}${posts}?sort=title_asc`, { waitUntil: 'commit' });
  await shows(page, 'Post 000001');
}

async function firstPaint(page: Page): Promise<number> {
  return page.evaluate('performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN');
}

async function interact(page: Page, note: (name: string, milliseconds: number) => void): Promise<void> {
  await page
    .getByText(new RegExp(documents.toLocaleString('en')))
    .first()
    .waitFor();
  const sort = page.getByRole('columnheader', { name: 'Title' }).getByRole('button');
  const last = `Post ${String(documents).padStart(6, '0')}`;
  note(
    'sort the other way',
    await timed(async () => {
      await sort.click();
      await shows(page, last);
    }),
  );
  note(
    'next page',
    await timed(async () => {
      await page.getByRole('button', { name: 'Next page' }).click();
      await shows(page, `Post ${String(documents - 25).padStart(6, '0')}`);
    }),
  );
  const wanted = `Post ${String(Math.floor(documents / 2)).padStart(6, '0')}`;
  note(
    'search among all',
    await timed(async () => {
      await page.getByRole('searchbox').fill(wanted);
      await shows(page, wanted);
    }),
  );
  note(
    'open a document',
    await timed(async () => {
      await page.getByRole('link', { name: wanted, exact: true }).click();
      await page.getByLabel('Title').first().waitFor();
    }),
  );
  strictEqual(await page.getByLabel('Title').first().inputValue(), wanted);
}

/** From the heading of a document with changes. */
async function stopsToPublish(page: Page): Promise<number> {
  await page.getByLabel('Title').first().press('End');
  await page.keyboard.type('!');
  await page.getByRole('heading', { level: 1 }).focus();
  const publish = page.getByRole('button', { name: /^Publish/ });
  for (let stops = 1; stops <= 60; stops += 1) {
    await page.keyboard.press('Tab');
    if (await publish.evaluate((button) => button === button.ownerDocument.activeElement)) return stops;
  }
  return Number.NaN;
}

/** From a key to the frame that shows it, in steps of 8 ms; what takes less than 16 ms counts as 8. */
async function typing(page: Page, url: string): Promise<number> {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${url}/admin/collections/longs/new`);
  const last = page.locator('.ProseMirror').nth(7);
  await last.waitFor();
  await page.evaluate(`
    globalThis.slow = [];
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') slow.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 });
  `);
  const keys = 'Nobody has found a plan since then, and we did not look for one.';
  for (const place of [page.locator('.ProseMirror').first(), last]) {
    await place.click();
    await page.keyboard.type(keys, { delay: 60 });
  }
  await pause(300);
  const slow = (await page.evaluate('slow')) as readonly number[];
  const all = [...slow, ...Array.from({ length: Math.max(0, 2 * keys.length - slow.length) }, () => 8)];
  return all.sort((one, other) => one - other)[Math.floor(all.length * 0.95)] ?? Number.NaN;
}

/** Waits for the first row of the list. Looks in every frame: a locator may pause for half a second. */
async function shows(page: Page, first: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const isShown = () =>
      [...document.querySelectorAll('tbody tr:first-child a')].some((link) => link.textContent === ${JSON.stringify(first)});
    const look = () => (isShown() ? resolve() : requestAnimationFrame(look));
    look();
  })`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function command(args: readonly string[], env: NodeJS.ProcessEnv): void {
  const begin = performance.now();
  const { status } = spawnSync(process.execPath, [svc, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  strictEqual(status, 0, `svc ${args.join(' ')} failed`);
  console.log(`svc ${args[0]}: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (
      await fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await pause(50);
  }
  throw new Error('The server does not get ready.');
}
