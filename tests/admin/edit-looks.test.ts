import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

const suite = describe.skipIf(noBrowser !== null);

/** Folder for screenshots to review by eye. Without it none are taken. */
const shots = process.env['SVC_TEST_SCREENSHOTS'];
suite(`the edit screens in every look${noBrowser ? `: ${noBrowser}` : ''}`, () => {
  let things: DashboardServer;
  let news: DashboardServer;
  let thing = '';
  let article = '';

  beforeAll(async () => {
    things = await startDashboard('every-field');
    news = await startDashboard('drafts', { auth: true });
    thing = await addThing(await things.api());
    article = await addArticle(await news.api());
  }, 120_000);
  afterAll(async () => {
    await things?.close();
    await news?.close();
    await closeBrowser();
  });

  interface Screen {
    readonly name: string;
    readonly open: (look: object) => Promise<Page>;
  }
  const opened =
    (of: () => readonly [DashboardServer, string], prepare?: (page: Page) => Promise<void>) =>
    async (look: object): Promise<Page> => {
      const [server, path] = of();
      const { page } = await openDashboard(server, { path, ...look });
      page.setDefaultTimeout(15_000);
      await page.locator('.edit-main, .versions').waitFor();
      await page.waitForLoadState('networkidle');
      await prepare?.(page);
      return page;
    };
  const screens: readonly Screen[] = [
    { name: 'every-field', open: opened(() => [things, `/admin/collections/things/${thing}`]) },
    {
      name: 'errors',
      open: opened(
        () => [news, '/admin/collections/articles/new'],
        async (page) => {
          await page.keyboard.press('Control+s');
          await page.getByRole('button', { name: 'Publish', exact: true }).click();
          await page.getByRole('alert').waitFor();
        },
      ),
    },
    { name: 'article', open: opened(() => [news, `/admin/collections/articles/${article}`]) },
    {
      name: 'picker',
      open: opened(
        () => [news, `/admin/collections/articles/${article}`],
        async (page) => {
          await page.getByRole('group', { name: 'Related' }).getByRole('button', { name: 'Add' }).click();
          await page.getByRole('dialog').getByRole('button', { name: 'A quiet day' }).waitFor();
        },
      ),
    },
    {
      name: 'schedule',
      open: opened(
        () => [news, `/admin/collections/articles/${article}`],
        async (page) => {
          await page.getByRole('button', { name: 'More actions' }).click();
          await page.getByRole('menuitem', { name: 'Schedule…' }).click();
          await page.getByRole('dialog').getByLabel('Publish at', { exact: true }).waitFor();
        },
      ),
    },
    {
      name: 'conflict',
      open: opened(
        () => [news, `/admin/collections/articles/${article}`],
        async (page) => {
          const api = await news.api();
          await page.getByRole('textbox', { name: 'Title' }).first().fill('A title of mine');
          await page.getByRole('textbox', { name: 'Body' }).fill('What I think of it.');
          const changes = {
            title: `A title of theirs ${Date.now()}`,
            body: 'What they think of it.',
            number: Date.now() % 1000,
          };
          await api('PATCH', `/api/articles/${article}`, changes, { 'x-draft': 'true' });
          await page.getByRole('button', { name: 'Save draft' }).click();
          await page.getByRole('dialog').waitFor();
        },
      ),
    },
    { name: 'versions', open: opened(() => [news, `/admin/collections/articles/${article}/versions`]) },
    { name: 'global', open: opened(() => [news, '/admin/globals/front-page']) },
  ];

  for (const { name, open } of screens) {
    test(`${name}: nothing for axe to find in light and dark, and no way to scroll sideways at 360 pixels`, async () => {
      const page = await open({});
      await expectAccessible(page);
      await picture(page, `${name}-light`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page);
      await picture(page, `${name}-dark`);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await expectAccessible(page);
      await picture(page, `${name}-360`);
    }, 90_000);
  }

  test('in German nothing is left in English, and from right to left everything stands on the other side', async () => {
    const { page } = await openDashboard(news, {
      path: `/admin/collections/articles/${article}`,
      locale: 'de-DE',
    });
    await page.getByRole('button', { name: 'Entwurf speichern' }).waitFor();
    const side = page.getByRole('complementary', { name: 'Status und Aktionen' });
    expect(await side.innerText()).not.toMatch(/\b(Save|Publish|Created|Updated|Show)\b/);
    await picture(page, 'article-de');
    await page.evaluate(() => localStorage.setItem('svc-admin:language', 'rtl-test'));
    await page.reload();
    const main = page.locator('.edit-main');
    await main.waitFor();
    const [fields, aside] = [await main.boundingBox(), await page.locator('.edit-side').boundingBox()];
    expect(fields?.x).toBeGreaterThan(aside?.x ?? Infinity);
    await picture(page, 'article-rtl');
  });
});

async function picture(page: Page, name: string): Promise<void> {
  if (shots === undefined) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
}

async function addThing(api: Api): Promise<string> {
  const ann = (await api('POST', '/api/people', { name: 'Ann Example' })).body.id;
  const bob = (await api('POST', '/api/people', { name: 'Bob Example', boss: ann }, { 'x-draft': 'true' }))
    .body.id;
  const place = (await api('POST', '/api/places', { name: 'Berlin' })).body.id;
  const source = 'https://example.com/picture.png';
  const text = (words: string, more: object = {}): object => ({ type: 'text', text: words, ...more });
  const story = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [text('How it was made')] },
      {
        type: 'paragraph',
        content: [text('In a '), text('forge', { marks: [{ type: 'bold' }] }), text('.')],
      },
      { type: 'callout', attrs: { tone: 'warm' } },
    ],
  };
  const made = await api('POST', '/api/things', {
    ...{
      title: 'A hammer',
      serial: 'AB-1234',
      aliases: ['mallet', 'striker'],
      summary: 'Strikes nails.',
      story,
    },
    ...{ contact: 'ann@example.com', homepage: 'https://example.com/', price: 12.5, ratings: [1, 5] },
    ...{ madeOn: '2020-02-03', checkedAt: '2026-03-04T05:06:00.000Z', kind: 'art', colors: ['red', 'blue'] },
    ...{ extra: { a: [1, 2] }, place: [13.4, 52.5], owner: ann, fans: [ann, bob] },
    ...{ origin: { collection: 'places', id: place }, size: { width: 3, box: { material: 'wood' } } },
    images: [
      { caption: 'Front', source, width: 100 },
      { caption: 'Back', source },
    ],
    content: [
      { blockType: 'heading', text: 'Hello', level: 2 },
      { blockType: 'columns', columns: [{ text: 'One' }, { text: 'Two' }] },
    ],
  });
  const { id } = made.body;
  await api('POST', '/api/things', { title: 'A handle', partOf: id });
  return id;
}

async function addArticle(api: Api): Promise<string> {
  const author = (await api('POST', '/api/authors', { name: 'Ann Example' })).body.id;
  await api('POST', '/api/articles', { title: 'A quiet day', body: 'Nothing happened.', author });
  const made = await api('POST', '/api/articles', {
    ...{
      title: 'The bridge is open',
      body: 'After three years of work the old bridge carries trams again.',
      author,
    },
    content: [{ blockType: 'quote', text: 'It holds.' }],
  });
  const { id } = made.body;
  const body = 'After four years of work the new bridge carries trams again, and bicycles.';
  const [quote] = made.body.content;
  const content = [
    { ...quote, text: 'It holds, for now.' },
    { blockType: 'picture', url: 'https://example.com/bridge.jpg' },
  ];
  await api('PATCH', `/api/articles/${id}`, { body, content, section: 'culture' }, { 'x-draft': 'true' });
  return id;
}
