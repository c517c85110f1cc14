/** Collections with files: the library, documents and fields that refer to them. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';
import { zipEntries } from './support/zip-entries.js';

afterAll(closeBrowser);

const collections = `
  admin: { name: 'Library', imageOrigins: ['https://cdn.example.com'] },
  collections: [
    {
      slug: 'media',
      labels: { singular: 'File', plural: 'Media' },
      upload: { mimeTypes: ['image/svg+xml', 'application/pdf', 'text/plain', 'audio/mpeg'], maxBytes: '64kb' },
      admin: { useAsTitle: 'filename' },
      access: { create: ['super_admin', 'editor'] },
      fields: [{ name: 'caption', type: 'text' }],
    },
    {
      slug: 'photos',
      versions: true,
      upload: {
        mimeTypes: ['image/png', 'text/plain'],
        alt: 'required',
        sizes: { card: { width: 60, height: 60 }, strip: { width: 120, height: 30 }, small: { width: 50 } },
      },
      fields: [],
    },
    {
      slug: 'elsewhere',
      upload: { mimeTypes: ['image/png'] },
      hooks: {
        afterRead: ({ document }) => ({ ...document, url: 'https://' + document.alt + '.example.com/a.png' }),
      },
      drafts: false,
      fields: [],
    },
    {
      slug: 'scans',
      upload: { mimeTypes: ['text/plain'] },
      drafts: false,
      access: { read: ['super_admin'] },
      fields: [{ name: 'shelf', type: 'text', required: true }],
    },
    {
      slug: 'recordings',
      upload: { mimeTypes: ['text/plain'], maxBytes: '64mb', folders: true },
      admin: { useAsTitle: 'filename' },
      fields: [],
    },
    {
      slug: 'films',
      upload: { mimeTypes: ['text/plain'] },
      admin: { useAsTitle: 'filename' },
      hooks: { afterRead: ({ document }) => ({ ...document, filesize: 600 * 1024 ** 2 }) },
      drafts: false,
      fields: [],
    },
    {
      slug: 'posts',
      drafts: false,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'cover', type: 'upload', to: 'media', mimeTypes: ['image/svg+xml'] },
        { name: 'gallery', type: 'upload', to: 'media', hasMany: true },
        { name: 'scan', type: 'upload', to: 'scans' },
        { name: 'photo', type: 'upload', to: 'photos' },
        { name: 'body', type: 'richText' },
      ],
    },
  ]`;

const picture = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120"><rect width="160" height="120" fill="${color}"/><circle cx="80" cy="60" r="40" fill="#fff8"/></svg>`;

const pdfText = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj',
  'trailer<</Root 1 0 R>>',
  '%%EOF',
].join('\n');

interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly text: string;
}

const svg = (name: string, color = '#c2410c'): GivenFile => ({
  name,
  mimeType: 'image/svg+xml',
  text: picture(color),
});
const pdf = (name: string): GivenFile => ({ name, mimeType: 'application/pdf', text: pdfText });
const txt = (name: string, text = 'Some words.\n'): GivenFile => ({ name, mimeType: 'text/plain', text });

const payload = ({ name, mimeType, text }: GivenFile) => ({ name, mimeType, buffer: Buffer.from(text) });

/** Drops or pastes files on the page, as a browser sends these events. */
async function bring(page: Page, kind: 'drop' | 'paste', files: readonly GivenFile[]): Promise<void> {
  await page.evaluate(
    ({ kind, files }) => {
      const data = new DataTransfer();
      for (const { name, mimeType, text } of files)
        data.items.add(new File([text], name, { type: mimeType }));
      const options = { bubbles: true, cancelable: true };
      if (kind === 'paste') {
        document.body.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
        return;
      }
      for (const type of ['dragenter', 'dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: data }));
      }
    },
    { kind, files: [...files] },
  );
}

describe.skipIf(noBrowser !== null)('collections with files', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('uploads', { auth: true, config: collections });
  }, 120_000);
  afterAll(() => server?.close());

  test('a library takes files from the dialog, by drop and by paste', async () => {
    const { page } = await openDashboard(server, {
      path: '/admin/collections/media',
      expected: [/status of 422/],
    });
    page.setDefaultTimeout(15_000);
    await page.getByText('No Media yet').waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload files' }).click();
    await (await chooser).setFiles(
      [
        svg('sunrise.svg'),
        svg('forest.svg', '#15803d'),
        pdf('prices.pdf'),
        txt('fake.pdf'),
        txt('large.txt', 'x'.repeat(70_000)),
      ].map(payload),
    );
    // One that is refused stops no other, and each says why.
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await uploads.getByText('3 of 5 uploaded').waitFor();
    await uploads.getByText('The bytes of the file are of another type than its name says.').waitFor();
    await uploads.getByText('This file is larger than 64 kB.').waitFor();
    await expectAccessible(page);
    await uploads.getByRole('button', { name: 'Try again: fake.pdf' }).click();
    await uploads.getByText('2 files were not uploaded').waitFor();
    await bring(page, 'drop', [txt('notes.txt')]);
    await uploads.getByText('4 of 6 uploaded').waitFor();
    await bring(page, 'paste', [svg('pasted.svg', '#1d4ed8')]);
    await uploads.getByText('5 of 7 uploaded').waitFor();
    await uploads.getByRole('button', { name: 'Close' }).click();
    expect(await uploads.count()).toBe(0);

    const cards = page.locator('.library-card');
    await expect.poll(() => cards.count()).toBe(5);
    const image = cards.filter({ hasText: 'sunrise.svg' }).locator('img');
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await page.getByRole('combobox', { name: 'Kind of file' }).selectOption('Images');
    await expect.poll(() => cards.count()).toBe(3);
    await page.getByRole('combobox', { name: 'Order' }).selectOption('By name, Z to A');
    await expect
      .poll(() => cards.locator('a').allTextContents())
      .toEqual(['sunrise.svg', 'pasted.svg', 'forest.svg']);
    await page.getByRole('searchbox').fill('PASTED');
    await expect.poll(() => cards.locator('a').allTextContents()).toEqual(['pasted.svg']);
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByRole('row', { name: /pasted\.svg.*image\/svg\+xml/ }).waitFor();
    await page.getByRole('cell', { name: '160 bytes' }).waitFor();
    expect(page.url()).toMatch(/kind=image&look=table/);
    await page.getByRole('button', { name: 'Grid' }).click();
    await expectAccessible(page);

    await page.getByRole('checkbox', { name: 'Select pasted.svg' }).check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect.poll(() => cards.count()).toBe(0);
  });

  test('leaving while files are on their way asks, and they can be stopped', async () => {
    const { page } = await openDashboard(server, {
      path: '/admin/collections/media',
      expected: [/ERR_FAILED|Failed to load/],
    });
    page.setDefaultTimeout(15_000);
    await page.getByRole('link', { name: 'sunrise.svg' }).waitFor();
    // Held back until the test lets them go.
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/media', async (route) => {
      await held;
      await route.continue();
    });
    await bring(
      page,
      'drop',
      ['1', '2', '3', '4', '5'].map((name) => txt(`${name}.txt`)),
    );
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await expect.poll(() => uploads.locator('progress').count()).toBe(3);
    await uploads.getByRole('button', { name: 'Cancel 5.txt' }).click();
    await uploads.getByRole('button', { name: 'Cancel 2.txt' }).click();
    await expect.poll(() => uploads.locator('[data-state="cancelled"]').count()).toBe(2);
    await page.getByRole('link', { name: 'Posts' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: /Stay/ }).click();
    release();
    await uploads.getByText('3 of 5 uploaded').waitFor();
    await uploads.getByRole('button', { name: 'Try again: 2.txt' }).click();
    await uploads.getByText('4 of 5 uploaded').waitFor();
    await page.getByRole('link', { name: 'Posts' }).click();
    await page.getByRole('heading', { name: 'Posts', exact: true }).waitFor();
  });

  test('selected files are saved as one, also by users who may not change them', async () => {
    const { page } = await openDashboard(server, {
      ...{ role: 'author', path: '/admin/collections/media' },
      expected: [/ERR_FAILED|Failed to load/],
    });
    page.setDefaultTimeout(15_000);
    for (const name of ['sunrise.svg', 'prices.pdf', 'notes.txt']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    }
    const bar = page.getByRole('region', { name: '3 selected' });
    await bar.getByRole('button', { name: 'Download' }).click();
    const dialog = page.getByRole('dialog', { name: 'Download files' });
    await dialog.getByText(/^3 files, \d+ bytes$/).waitFor();
    await expectAccessible(page);
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const zip = await saved;
    expect(zip.suggestedFilename()).toMatch(/^media-\d{4}-\d\d-\d\d\.zip$/);
    await dialog.getByText('3 files are in the download.').waitFor();
    const texts = zipEntries(readFileSync(await zip.path())).map(({ name, bytes }) => `${name}: ${bytes}`);
    expect(texts.sort()).toEqual([
      ...['notes.txt: Some words.\n', `prices.pdf: ${pdfText}`, `sunrise.svg: ${picture('#c2410c')}`],
    ]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    // One that cannot be read does not end the download.
    await page.route('**/prices.pdf', (route) => route.abort());
    await bar.getByRole('button', { name: 'Download' }).click();
    const second = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    await dialog.getByText('2 files are in the download.').waitFor();
    await dialog.getByText('Not in the download, since they could not be read: prices.pdf.').waitFor();
    expect(zipEntries(readFileSync(await (await second).path()))).toHaveLength(2);
  });

  test('what a browser cannot keep is not saved as one', async () => {
    const headers = { cookie: await server.session('super_admin'), origin: server.url };
    for (const name of ['one.txt', 'two.txt']) {
      const body = new FormData();
      body.append('file', new Blob(['words'], { type: 'text/plain' }), name);
      expect((await fetch(`${server.url}/api/films`, { method: 'POST', body, headers })).status).toBe(201);
    }
    const { page } = await openDashboard(server, { path: '/admin/collections/films' });
    page.setDefaultTimeout(15_000);
    const dialog = page.getByRole('dialog', { name: 'Download files' });
    const open = async (name: string): Promise<void> => {
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
      await page
        .getByRole('region', { name: /selected/ })
        .getByRole('button', { name: 'Download' })
        .click();
    };
    await open('one.txt');
    await dialog.getByText(/^1 file, /).waitFor();
    await page.keyboard.press('Escape');
    await open('two.txt');
    await dialog.getByText(/Select fewer/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Download' }).isDisabled()).toBe(true);
  });

  test('a large file goes on after a lost connection, and leaves nothing when it is stopped', async () => {
    const { page, requests } = await openDashboard(server, {
      path: '/admin/collections/recordings',
      expected: [/ERR_|Failed to load/],
    });
    page.setDefaultTimeout(20_000);
    const choose = async (name: string): Promise<void> => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Upload files' }).click();
      const buffer = Buffer.alloc(9 * 1024 * 1024, `${name} `);
      await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer });
    };
    let pieces = 0;
    await page.route('**/api/recordings/uploads/tus/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      pieces++;
      return pieces === 3 || pieces === 4 ? route.abort('internetdisconnected') : route.continue();
    });
    await choose('talk.txt');
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await uploads.getByText('No connection. The upload continues when it is back.').waitFor();
    await uploads.getByText('1 of 1 uploaded').waitFor();
    const { body } = await (await server.api())('GET', '/api/recordings');
    expect(body.docs).toMatchObject([{ filename: 'talk.txt', filesize: 9 * 1024 * 1024 }]);

    const ended = (): number => requests.calls.filter((call) => call.startsWith('DELETE')).length;
    await page.unroute('**/api/recordings/uploads/tus/*');
    await page.route('**/api/recordings/uploads/tus/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      await new Promise((resolve) => setTimeout(resolve, 200));
      return route.continue().catch(() => {});
    });
    await choose('noise.txt');
    await uploads.getByText(/^[1-9]\d* % sent|^[1-9]\d*% sent/).waitFor();
    await uploads.getByRole('button', { name: 'Cancel noise.txt' }).click();
    await uploads.getByText('Cancelled').waitFor();
    await expect.poll(ended).toBe(1);
    await uploads.getByRole('button', { name: 'Try again: noise.txt' }).waitFor();
  });

  test('files are put into folders: by upload, by dragging, and by keys', async () => {
    const { page } = await openDashboard(server, {
      path: '/admin/collections/recordings?look=grid',
      expected: [/status of 409/],
    });
    page.setDefaultTimeout(15_000);
    const folders = page.getByRole('navigation', { name: 'Folders' });
    const dialog = page.getByRole('dialog');
    const make = async (name: string): Promise<void> => {
      await folders.getByRole('button', { name: 'New folder' }).click();
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await page.keyboard.press('Enter');
      await folders.getByRole('listitem').getByRole('button', { name, exact: true }).waitFor();
    };
    const names = () => page.locator('.library-card a').allTextContents();
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await folders.getByRole('button', { name: 'New folder' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await make('Talks');
    await bring(page, 'drop', [txt('loose.txt')]);
    await uploads.getByText('1 of 1 uploaded').waitFor();
    await folders.getByRole('button', { name: 'Talks' }).click();
    await page.getByText('This folder is empty').waitFor();
    await bring(page, 'drop', [txt('one.txt'), txt('two.txt')]);
    await uploads.getByText('3 of 3 uploaded').waitFor();
    await expect.poll(async () => (await names()).sort()).toEqual(['one.txt', 'two.txt']);
    await make('Old talks');
    expect(page.url()).toContain('folder=');

    // By keys: the dialog lists the folders as a tree.
    await page.getByRole('checkbox', { name: 'Select two.txt' }).check();
    await page.getByRole('button', { name: 'Move to…' }).click();
    await dialog.getByRole('heading', { name: 'Move 1 file' }).waitFor();
    const tree = dialog.getByRole('combobox', { name: 'Folder' });
    expect(await tree.locator('option').allTextContents()).toEqual([
      ...['Recordings', '\u2003Talks', '\u2003\u2003Old talks'],
    ]);
    await expectAccessible(page);
    await tree.selectOption('\u2003\u2003Old talks');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('1 file was moved to “Old talks”.').waitFor();
    await expect.poll(names).toEqual(['one.txt']);

    // By mouse, to a folder that is shown.
    await folders.getByRole('button', { name: 'Recordings' }).click();
    const loose = page.locator('.library-card').filter({ hasText: 'loose.txt' });
    await loose.dragTo(folders.getByRole('button', { name: 'Talks' }));
    await page.getByText('1 file was moved to “Talks”.').waitFor();
    await loose.waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill('loose');
    await page.getByText('Results from all folders.').waitFor();
    await expect.poll(names).toEqual(['loose.txt']);
    await page.getByRole('searchbox').fill('');
    await folders.getByRole('button', { name: 'Talks' }).click();
    await expect.poll(async () => (await names()).sort()).toEqual(['loose.txt', 'one.txt']);

    await folders.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Speeches');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await folders.getByRole('button', { name: 'Speeches' }).waitFor();
    await folders.getByRole('button', { name: 'Delete folder' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete folder' }).click();
    await question.getByText('The folder cannot be deleted: it is not empty.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectNoSidewaysScroll(page);

    const { body } = await (await server.api())('GET', '/api/recordings?depth=1&sort=filename&limit=100');
    const places = body.docs.map(
      ({ filename, folder }: { filename: string; folder: { name: string } | null }) =>
        `${filename}: ${folder?.name ?? 'top'}`,
    );
    expect(places.filter((place: string) => !place.startsWith('talk'))).toEqual([
      ...['loose.txt: Speeches', 'one.txt: Speeches', 'two.txt: Old talks'],
    ]);
    // An empty folder is deleted.
    await folders.getByRole('button', { name: 'New folder' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Drafts');
    await page.keyboard.press('Enter');
    await folders.getByRole('button', { name: 'Drafts' }).click();
    await folders.getByRole('button', { name: 'Delete folder' }).click();
    await question.getByRole('button', { name: 'Delete folder' }).click();
    await page.getByText('Folder deleted.').waitFor();
    await folders.getByRole('button', { name: 'Speeches' }).waitFor();
  });

  test('a document is created with its file, shows it, and gets another one', async () => {
    const { page, context } = await openDashboard(server, { path: '/admin/collections/media/new' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    page.setDefaultTimeout(15_000);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Choose a file first.').waitFor();
    await expectAccessible(page);
    await page.locator('input[type="file"]').setInputFiles(payload(svg('plan.svg')));
    await expect.poll(() => page.getByRole('textbox', { name: 'File name' }).inputValue()).toBe('plan.svg');
    await page.getByRole('textbox', { name: 'File name' }).fill('Floor plan.svg');
    await page.locator('input[type="file"]').setInputFiles(payload(svg('plan-2.svg', '#7c3aed')));
    await page.getByRole('textbox', { name: 'Caption' }).fill('Upstairs');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { name: 'Floor plan.svg' }).waitFor();
    const file = page.getByRole('region', { name: 'File' });
    const picture = file.getByRole('img', { name: 'Preview of Floor plan.svg' });
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await file.getByText('image/svg+xml').waitFor();
    await file.getByText('Not used in anything you can see.').waitFor();
    const first = await picture.getAttribute('src');
    await file.getByRole('button', { name: 'Copy link' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}${first}`);
    const saved = page.waitForEvent('download');
    await file.getByRole('link', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toBe('Floor plan.svg');

    // What is typed stays, and the published document keeps its file.
    await page.getByRole('textbox', { name: 'Caption' }).fill('Downstairs');
    await file.getByRole('button', { name: 'Replace file' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type="file"]').setInputFiles(payload(txt('plan.txt')));
    await dialog.getByText('plan.txt').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Replace in the draft' }).click();
    await page.getByText('File replaced in the draft.').waitFor();
    const frame = page.frameLocator('iframe[title^="Preview of"]');
    await frame.getByText('Some words.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Caption' }).inputValue()).toBe('Downstairs');
    const id = page.url().split('/').at(-1);
    const api = await server.api();
    const published = await api('GET', `/api/media/${id}?draft=false`);
    expect(published.body).toMatchObject({
      url: `${server.url}${first}`,
      caption: 'Upstairs',
      mimeType: 'image/svg+xml',
    });
    const draft = await api('GET', `/api/media/${id}?draft=true`);
    expect(draft.body).toMatchObject({ caption: 'Upstairs', mimeType: 'text/plain' });
    // A replaced file is one change, with its names.
    const pending = page.getByRole('region', { name: /^1 / });
    expect(await pending.textContent()).not.toMatch(/checksum|url|mime/i);
    await pending.getByRole('button').click();
    const changes = page.getByRole('dialog').locator('.diff-field');
    await expect
      .poll(() => changes.allTextContents())
      .toEqual([expect.stringMatching(/^FileBefore: Floor plan\.svg → After: plan\.txt$/)]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Publish changes' }).click();
    // On a busy machine the first message may be gone.
    await expect
      .poll(async () => (await api('GET', `/api/media/${id}?draft=false`)).body)
      .toMatchObject({
        caption: 'Downstairs',
        mimeType: 'text/plain',
      });
    await page.getByText('Published.').last().waitFor();
    await page.setViewportSize({ width: 360, height: 800 });
    await expectNoSidewaysScroll(page);
    await page.goto('/admin/collections/media');
    await page.locator('.library-card').first().waitFor();
    await expectNoSidewaysScroll(page);
  });

  test('fields choose among the files that fit, and upload in place', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/posts/new' });
    page.setDefaultTimeout(15_000);
    const cover = page.locator('[data-field="cover"]');
    const gallery = page.locator('[data-field="gallery"]');
    await cover.getByRole('button', { name: 'Choose' }).click();
    const results = page.locator('.picker-result');
    await expect
      .poll(async () => (await results.allTextContents()).every((text) => text.endsWith('.svg')))
      .toBe(true);
    await page.getByRole('searchbox').fill('forest');
    await expect.poll(() => results.allTextContents()).toEqual(['forest.svg']);
    await results.locator('img').waitFor();
    await results.click();
    await cover.locator('img').waitFor();

    await gallery.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'New File' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type="file"]').setInputFiles(payload(svg('new.svg', '#be185d')));
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create and publish' }).click();
    await page.getByRole('button', { name: 'Done (1 chosen)' }).waitFor();
    await page.getByRole('searchbox').fill('sunrise');
    await expect.poll(() => results.allTextContents()).toEqual(['sunrise.svg']);
    await results.click();
    await page.getByRole('button', { name: 'Done (2 chosen)' }).click();
    await gallery.getByRole('button', { name: 'Move “sunrise.svg” up' }).click();
    await expect
      .poll(() => gallery.locator('.target-title').allTextContents())
      .toEqual(['sunrise.svg', 'new.svg']);
    await page.getByRole('textbox', { name: 'Title' }).fill('Journey');
    // A text has the id of the document, not its address.
    await page.getByRole('textbox', { name: 'Body' }).fill('See this:');
    await page.getByRole('toolbar').getByRole('button', { name: 'File' }).click();
    await results.filter({ hasText: 'forest.svg' }).click();
    const inText = page.locator('.rich-upload');
    await inText.getByText('forest.svg').waitFor();
    await inText.locator('img').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Saved.').last().waitFor();
    const { body } = await (await server.api())('GET', '/api/posts?depth=1');
    const { cover: forest } = body.docs[0];
    await page.goto(`/admin/collections/media/${forest.id}`);
    const usage = page.getByRole('listitem').filter({ hasText: 'Post · Cover' });
    await usage.getByRole('link', { name: 'Journey' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Post · Body' }).waitFor();
    await expectAccessible(page);
    expect(body.docs[0].body.content).toEqual([
      { type: 'paragraph', content: [{ type: 'text', text: 'See this:' }] },
      { type: 'upload', attrs: { collection: 'media', id: forest.id } },
    ]);
    expect(body.docs[0]).toMatchObject({
      cover: { filename: 'forest.svg' },
      gallery: [{ filename: 'sunrise.svg' }, { filename: 'new.svg' }],
    });

    // The library shows what nothing uses, in rich texts neither.
    await page.goto('/admin/collections/media?look=grid&q=.svg');
    const names = async () => (await page.locator('.library-card a').allTextContents()).sort();
    await expect.poll(names).toEqual(expect.arrayContaining(['forest.svg', 'new.svg', 'sunrise.svg']));
    const all = await names();
    await page.getByRole('button', { name: 'Unused' }).click();
    await expect
      .poll(names)
      .toEqual(all.filter((name) => !['forest.svg', 'new.svg', 'sunrise.svg'].includes(name)));
    expect(page.url()).toContain('unused=true');
    await expectAccessible(page);

    // The details of a file change beside what is typed in the document.
    await page.goto(`/admin/collections/posts/${body.docs[0].id}`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Voyage');
    await inText.getByRole('button', { name: 'Details of “forest.svg”' }).click();
    const details = page.getByRole('dialog', { name: 'Details of “forest.svg”' });
    await details.getByRole('textbox', { name: 'File name' }).fill('Woods.svg');
    await expectAccessible(page);
    await details.getByRole('button', { name: 'Save and publish' }).click();
    await page.getByText('Details saved.').waitFor();
    await inText.getByText('Woods.svg').waitFor();
    await cover.getByText('Woods.svg').waitFor();
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Voyage');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').last().waitFor();
  });

  test('an image has a focal point, a description and sizes', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/photos' });
    page.setDefaultTimeout(15_000);
    const pixels = await sharp({ create: { width: 160, height: 120, channels: 3, background: '#0e7490' } })
      .composite([{ input: Buffer.from(picture('#f59e0b')), left: 0, top: 0, blend: 'over' }])
      .png()
      .toBuffer();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload files' }).click();
    await (await chooser).setFiles({ name: 'lake.png', mimeType: 'image/png', buffer: pixels });
    await page.getByText('1 of 1 uploaded').waitFor();
    // An image without a description is a draft.
    const card = page.locator('.library-card');
    await card.getByText('Draft').waitFor();
    await card.getByText('160 × 120').waitFor();
    await card.getByRole('link', { name: 'lake.png' }).click();
    await page.getByText('Describe the image before you publish it.').waitFor();
    const handle = page.getByRole('slider', { name: 'Focal point' });
    expect(await handle.getAttribute('aria-valuetext')).toBe('50 % from the left, 50 % from the top');
    await handle.press('ArrowRight');
    await handle.press('Shift+ArrowUp');
    expect(await handle.getAttribute('aria-valuetext')).toBe('51 % from the left, 40 % from the top');
    const covers = page.getByRole('list', { name: 'How the image is cropped' });
    await expect.poll(() => covers.locator('li').allTextContents()).toEqual(['card', 'strip']);
    const cut = () =>
      covers
        .locator('img')
        .first()
        .evaluate((img) => img.style.objectPosition);
    expect(await cut()).toBe('54% 50%');
    const box = await page.locator('.focal-picture').boundingBox();
    if (box === null) throw new Error('The picture has no box.');
    await page.mouse.click(box.x + box.width * 0.75, box.y + box.height * 0.5);
    await expect
      .poll(() => handle.getAttribute('aria-valuetext'))
      .toBe('75 % from the left, 50 % from the top');
    expect(await cut()).toBe('100% 50%');
    await page.getByRole('textbox', { name: 'Alt' }).fill('A lake');
    await page.getByRole('img', { name: 'Preview of lake.png' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published.').waitFor();
    await page.getByRole('img', { name: 'A lake' }).waitFor();
    const { body } = await (await server.api())('GET', '/api/photos?draft=false');
    expect(body.docs).toMatchObject([{ focalX: 75, focalY: 50, alt: 'A lake' }]);

    // Cut and rotated by keys, by mouse and by numbers, with all pixels.
    await page.getByRole('button', { name: 'Crop and rotate' }).click();
    const crop = page.getByRole('dialog', { name: 'Crop and rotate the image' });
    await crop.getByText('The original file stays in the version history.').waitFor();
    const whole = crop.getByRole('slider', { name: 'Selected area' });
    const kept = () => whole.getAttribute('aria-valuetext');
    expect(await kept()).toBe('160 × 120 pixels, 0 from the left, 0 from the top');
    await crop.getByRole('button', { name: 'Rotate left' }).click();
    await crop.getByRole('button', { name: 'Rotate right' }).click();
    await crop.getByRole('button', { name: 'Rotate right' }).click();
    await crop.getByRole('combobox', { name: 'Shape' }).selectOption('1 : 1');
    expect(await kept()).toBe('120 × 120 pixels, 0 from the left, 20 from the top');
    await crop.getByRole('slider', { name: 'Bottom right corner' }).press('Shift+ArrowLeft');
    expect(await kept()).toBe('100 × 100 pixels, 0 from the left, 20 from the top');
    const place = await whole.boundingBox();
    if (place === null) throw new Error('The box is not shown.');
    const [middleX, middleY] = [place.x + place.width / 2, place.y + place.height / 2];
    await page.mouse.move(middleX, middleY);
    await page.mouse.down();
    await page.mouse.move(middleX + place.width / 10, middleY + place.height / 10, { steps: 3 });
    await page.mouse.up();
    expect(await kept()).toBe('100 × 100 pixels, 10 from the left, 30 from the top');
    await crop.getByRole('spinbutton', { name: 'Width' }).fill('80');
    await crop.getByRole('spinbutton', { name: 'Width' }).press('Enter');
    expect(await kept()).toBe('80 × 80 pixels, 10 from the left, 30 from the top');
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await crop.getByRole('button', { name: 'Replace in the draft' }).click();
    await page.getByText('File replaced in the draft.').waitFor();
    const api = await server.api();
    const id = body.docs[0].id;
    const cutOut = (await api('GET', `/api/photos/${id}?draft=true`)).body;
    // The focal point is where it was in the picture.
    expect(cutOut).toMatchObject({ width: 80, height: 80, mimeType: 'image/png', focalX: 63, focalY: 100 });
    expect((await api('GET', `/api/photos/${id}?draft=false`)).body).toMatchObject({
      width: 160,
      height: 120,
    });
    const stored = await (await page.request.get(cutOut.url)).body();
    const part = { left: 10, top: 30, width: 80, height: 80 };
    const rotated = await sharp(pixels).rotate(90).png().toBuffer();
    const raw = (image: Buffer) => sharp(image).removeAlpha().raw().toBuffer();
    const wanted = await raw(await sharp(rotated).extract(part).png().toBuffer());
    expect((await raw(stored)).equals(wanted)).toBe(true);

    // A field that refers to it changes its description and its focal point.
    await page.goto('/admin/collections/posts/new');
    const photo = page.locator('[data-field="photo"]');
    await photo.getByRole('button', { name: 'Choose' }).click();
    await page.locator('.picker-result').filter({ hasText: 'lake.png' }).click();
    await photo.getByRole('button', { name: 'Details of “lake.png”' }).click();
    const details = page.getByRole('dialog');
    await details.getByRole('textbox', { name: 'Alt' }).fill('A round lake');
    await details.getByRole('slider', { name: 'Focal point' }).press('Shift+ArrowUp');
    await expectAccessible(page);
    await details.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByText('Details saved as a draft.').waitFor();
    expect((await api('GET', `/api/photos/${id}?draft=true`)).body).toMatchObject({
      ...{ alt: 'A round lake', focalY: 90 },
    });
    expect((await api('GET', `/api/photos/${id}?draft=false`)).body).toMatchObject({ alt: 'A lake' });
  });

  test('rights and needed fields decide what can be uploaded', async () => {
    const author = await openDashboard(server, { role: 'author', path: '/admin/collections/media' });
    author.page.setDefaultTimeout(15_000);
    await author.page.locator('.library-card').first().waitFor();
    expect(await author.page.getByRole('button', { name: 'Upload files' }).count()).toBe(0);
    await bring(author.page, 'drop', [txt('author.txt')]);
    expect(await author.page.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
    await author.page.goto('/admin/collections/posts/new');
    await author.page.locator('[data-field="cover"]').getByRole('button', { name: 'Choose' }).click();
    await author.page.locator('.picker-result').first().waitFor();
    expect(await author.page.getByRole('button', { name: 'New File' }).count()).toBe(0);
    await author.page.keyboard.press('Escape');
    // The collection of this one may not be read.
    await author.page
      .locator('[data-field="scan"]')
      .getByText('You do not have access to the documents')
      .waitFor();

    const { page } = await openDashboard(server, { path: '/admin/collections/scans' });
    page.setDefaultTimeout(15_000);
    await page.getByText('No Scans yet').waitFor();
    expect(await page.getByRole('button', { name: 'Upload files' }).count()).toBe(0);
    const german = await openDashboard(server, {
      locale: 'de-DE',
      path: '/admin/collections/media?kind=image',
    });
    await german.page.getByRole('button', { name: 'Dateien hochladen' }).waitFor();
    await german.page.getByRole('combobox', { name: 'Art der Datei' }).waitFor();
    await german.page.getByText('Bild · 160 Byte').first().waitFor();
    const notice = page.getByText('These documents also need Shelf');
    await expect
      .poll(async () => {
        await bring(page, 'drop', [txt('scan.txt')]);
        return notice.count();
      })
      .toBe(1);
  });

  test('pictures of other places are shown where the config names their origin, and nowhere else', async () => {
    const api = await server.api();
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#15803d' } })
      .png()
      .toBuffer();
    const cookie = await server.session('super_admin');
    for (const alt of ['cdn', 'other']) {
      const form = new FormData();
      form.append('data', JSON.stringify({ alt }));
      form.append('file', new Blob([bytes], { type: 'image/png' }), `${alt}.png`);
      const headers = { cookie, origin: server.url };
      const sent = await fetch(`${server.url}/api/elsewhere`, { method: 'POST', body: form, headers });
      expect(sent.status).toBe(201);
    }
    expect((await api('GET', '/api/elsewhere')).body.totalDocs).toBe(2);
    const { page } = await openDashboard(server, {
      expected: [/img-src/, /another origin: https:\/\/(cdn|other)\.example\.com/],
    });
    page.setDefaultTimeout(15_000);
    // The only thing that is not real: these hosts.
    const asked: string[] = [];
    await page.route('https://*.example.com/**', async (route) => {
      asked.push(new URL(route.request().url()).host);
      await route.fulfill({ body: bytes, contentType: 'image/png' });
    });
    await page.goto(`${server.url}/admin/collections/elsewhere`);
    const cards = page.locator('.library-card');
    const shown = cards.filter({ hasText: 'cdn.png' }).locator('img');
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(8);
    const refused = cards.filter({ hasText: 'other.png' }).locator('img');
    await expect.poll(() => refused.count()).toBe(0);
    expect(asked).toEqual(['cdn.example.com']);
    const { headers } = await fetch(`${server.url}/admin`, { headers: { cookie } });
    const policy = headers.get('content-security-policy') ?? '';
    const named = policy.split('; ').filter((part) => part.includes('https:'));
    expect(named).toEqual([
      "img-src 'self' data: blob: https://cdn.example.com",
      "media-src 'self' https://cdn.example.com",
    ]);
  });
});
