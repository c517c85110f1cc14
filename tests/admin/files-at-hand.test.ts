/** Files while people work with them: folders that move, what a draft hides, what is typed, and words. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const collections = `
  collections: [
    {
      slug: 'media',
      labels: { singular: 'File', plural: 'Media' },
      upload: {
        mimeTypes: ['image/svg+xml', 'text/plain', 'application/pdf', 'audio/wav', 'video/webm'],
        folders: true,
      },
      admin: { useAsTitle: 'filename' },
      fields: [],
    },
    {
      slug: 'photos',
      upload: { mimeTypes: ['image/png'], sizes: { small: { width: 50 }, strip: { width: 100, height: 20 } } },
      fields: [],
    },
    { slug: 'scraps', drafts: false, upload: { mimeTypes: ['text/plain'] }, fields: [] },
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'cover', type: 'upload', to: 'media' },
        { name: 'body', type: 'richText' },
        { name: 'parts', type: 'array', fields: [{ name: 'picture', type: 'upload', to: 'media' }] },
      ],
    },
  ]`;

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 12"><rect width="16" height="12"/></svg>';

/** Silence, of 8,000 samples a second. */
function wav(samples: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  // PCM, one channel, 8 bits.
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [1, 32],
    [8, 34],
  ] as const)
    head.writeUInt16LE(value, at);
  for (const at of [24, 28]) head.writeUInt32LE(8000, at);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}

describe.skipIf(noBrowser !== null)('files at hand', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('uploads', { auth: true, config: collections });
  }, 120_000);
  afterAll(() => server?.close());

  async function createFile(name: string, draft: boolean): Promise<string> {
    const body = new FormData();
    body.append('file', new Blob([svg], { type: 'image/svg+xml' }), name);
    const headers = {
      ...{ cookie: await server.session('super_admin'), origin: server.url },
      ...(draft && { 'x-draft': 'true' }),
    };
    const sent = await fetch(`${server.url}/api/media`, { method: 'POST', body, headers });
    expect(sent.status).toBe(201);
    return ((await sent.json()) as { readonly id: string }).id;
  }

  async function open(path: string, options: object = {}): Promise<Page> {
    const { page } = await openDashboard(server, { path, ...options });
    page.setDefaultTimeout(15_000);
    return page;
  }

  test('folders move by a dialog and by dragging, and never into themselves', async () => {
    const api = await server.api();
    const make = async (name: string, parent: string | null = null): Promise<string> =>
      (await api('POST', '/api/media_folders', { name, parent })).body.id;
    const animals = await make('Animals');
    const cats = await make('Cats', animals);
    const plants = await make('Plants');
    const page = await open(`/admin/collections/media?folder=${animals}`, { expected: [/status of 400/] });
    const folders = page.getByRole('navigation', { name: 'Folders' });
    await folders.getByRole('button', { name: 'Move', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Move the folder “Animals”' });
    const tree = dialog.getByRole('combobox', { name: 'Folder' });
    expect(await tree.locator('option').allTextContents()).toEqual(['Media', '\u2003Plants']);
    await expectAccessible(page);
    // They are at the files, not in the menu.
    expect(await page.locator('a[href*="/collections/photos"]').count()).toBeGreaterThan(0);
    expect(await page.locator('a[href*="_folders"]').count()).toBe(0);
    await tree.selectOption('\u2003Plants');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('“Animals” was moved to “Plants”.').waitFor();
    // What is open stays open, at its new place, with all in it.
    const way = () => folders.getByRole('list').first().getByRole('listitem').allTextContents();
    await expect.poll(way).toEqual(['Media', 'Plants', 'Animals']);
    const parentOf = async (id: string) => (await api('GET', `/api/media_folders/${id}`)).body.parent;
    expect([await parentOf(animals), await parentOf(cats)]).toEqual([plants, animals]);

    // By mouse, to the top.
    const tile = folders
      .getByRole('list', { name: 'Folders in Animals' })
      .getByRole('button', { name: 'Cats' });
    await tile.dragTo(folders.getByRole('button', { name: 'Media' }));
    await page.getByText('“Cats” was moved to “Media”.').waitFor();
    await tile.waitFor({ state: 'detached' });
    expect(await parentOf(cats)).toBe(null);

    // Another user moves it below this one meanwhile: the service refuses the circle, and says why.
    await folders.getByRole('button', { name: 'Plants' }).click();
    await folders.getByRole('button', { name: 'Move', exact: true }).click();
    const second = page.getByRole('dialog', { name: 'Move the folder “Plants”' });
    await api('PATCH', `/api/media_folders/${cats}`, { parent: plants });
    await second.getByRole('combobox').selectOption('\u2003Cats');
    await second.getByRole('button', { name: 'Move', exact: true }).click();
    await second.getByText('A folder cannot be in itself').waitFor();
    await page.keyboard.press('Escape');
    expect(await parentOf(plants)).toBe(null);
  });

  test('before a document is published, files that are drafts are named', async () => {
    const [cover, inText, inRow, done] = [
      await createFile('cover.svg', true),
      await createFile('text.svg', true),
      await createFile('row.svg', true),
      await createFile('done.svg', false),
    ];
    const api = await server.api();
    const image = (id: string) => ({ type: 'upload', attrs: { collection: 'media', id } });
    const { body: post } = await api(
      'POST',
      '/api/posts',
      {
        title: 'Journey',
        cover,
        body: { type: 'doc', content: [image(inText), image(done)] },
        parts: [{ picture: inRow }, { picture: cover }],
      },
      { 'x-draft': 'true' },
    );
    const page = await open(`/admin/collections/posts/${post.id}`);
    const side = page.getByRole('complementary', { name: 'Status and actions' });
    const note = side.getByText(/^3 files of this document are drafts\. The public does not see them/);
    await note.waitFor();
    const names = () => side.locator('.edit-draft-files a').allTextContents();
    expect(await names()).toEqual(['cover.svg', 'text.svg', 'row.svg']);
    await expectAccessible(page);
    // A file that is published here, and one that is taken out, need no note.
    const details = page.locator('[data-field="cover"]').getByRole('button', { name: /^Details/ });
    await details.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save and publish' }).click();
    await expect.poll(names).toEqual(['text.svg', 'row.svg']);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published.').waitFor();
    // What the note says holds: the public gets nothing of the others.
    const seen = await api('GET', `/api/posts/${post.id}?depth=1&draft=false`);
    expect(seen.body).toMatchObject({
      cover: { id: cover },
      parts: [{ picture: null }, { picture: { id: cover } }],
    });
    expect((await fetch(`${server.url}/api/media/${inRow}/file`)).status).toBe(404);

    const fresh = await open('/admin/collections/posts/new');
    const choice = fresh.locator('[data-field="cover"]');
    await choice.getByRole('button', { name: 'Choose' }).click();
    await fresh.locator('.picker-result').filter({ hasText: 'text.svg' }).click();
    await fresh.getByText(/^A file of this document is a draft\./).waitFor();
    await choice.getByRole('button', { name: 'Remove “text.svg”' }).click();
    await expect.poll(() => fresh.locator('.edit-draft-files').count()).toBe(0);
  });

  test('an image shows its colours until it is there, and its sizes with their dimensions', async () => {
    const bytes = await sharp({ create: { width: 200, height: 120, channels: 3, background: '#b91c1c' } })
      .png()
      .toBuffer();
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'red.png');
    const headers = { cookie: await server.session('super_admin'), origin: server.url };
    const sent = await fetch(`${server.url}/api/photos`, { method: 'POST', body, headers });
    const { id } = (await sent.json()) as { readonly id: string };
    const page = await open('/admin');
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/file/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${server.url}/admin/collections/photos?look=grid`);
    const thumbnail = page.locator('.library-card .thumbnail');
    const colour = () =>
      thumbnail.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const [red = 0, green = 0, blue = 0] =
          canvas.getContext('2d')?.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data ?? [];
        return red > 2 * green && red > 2 * blue;
      });
    await expect.poll(colour).toBe(true);
    release();
    await thumbnail.locator('canvas').waitFor({ state: 'detached' });
    const image = thumbnail.locator('img');
    expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);

    await page.goto(`${server.url}/admin/collections/photos/${id}`);
    const sizes = page.locator('.file-sizes li');
    await expect
      .poll(() => sizes.allTextContents())
      .toEqual([expect.stringMatching(/small.*50 × 30/), expect.stringMatching(/strip.*100 × 20/)]);
  });

  test('no more than 500 files are saved as one', { timeout: 120_000 }, async () => {
    const headers = { cookie: await server.session('super_admin'), origin: server.url };
    const create = async (name: string): Promise<void> => {
      const body = new FormData();
      body.append('file', new Blob(['x'], { type: 'text/plain' }), name);
      const sent = await fetch(`${server.url}/api/scraps`, { method: 'POST', body, headers });
      expect(sent.status).toBe(201);
    };
    for (let count = 0; count < 500; count += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => create(`${count + index}.txt`)));
    const page = await open('/admin/collections/scraps?look=table');
    const dialog = page.getByRole('dialog', { name: 'Download files' });
    const choose = async (all: string): Promise<void> => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByRole('button', { name: `Select all ${all}` }).click();
      await page
        .getByRole('region', { name: /selected/ })
        .getByRole('button', { name: 'Download' })
        .click();
    };
    await choose('500');
    await dialog.getByText(/^500 files, /).waitFor();
    expect(await dialog.getByRole('button', { name: 'Download' }).isEnabled()).toBe(true);
    await page.keyboard.press('Escape');
    await create('more.txt');
    await page.reload();
    await choose('501');
    await dialog.getByText(/Select fewer/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Download' }).isDisabled()).toBe(true);
  });

  test('a draft that moves to a folder stays one, and what is published moves at once', async () => {
    const [draft, published] = [await createFile('moved.svg', true), await createFile('known.svg', false)];
    const api = await server.api();
    const folder = (await api('POST', '/api/media_folders', { name: 'Moved' })).body.id;
    const page = await open('/admin/collections/media?look=grid');
    for (const name of ['moved.svg', 'known.svg'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Move to…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move 2 files' });
    await dialog.getByRole('combobox', { name: 'Folder' }).selectOption('\u2003Moved');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('2 files were moved to “Moved”.').waitFor();
    const seen = async (id: string, draftView: boolean) =>
      (await api('GET', `/api/media/${id}?draft=${draftView}`)).body;
    expect(await seen(draft, true)).toMatchObject({ folder, _status: 'draft' });
    expect(await seen(published, false)).toMatchObject({ folder, _status: 'published' });
    expect((await fetch(`${server.url}/api/media/${draft}/file`)).status).toBe(404);
  });

  test('a document shows its sound, its film and its pages', async () => {
    const page = await open('/admin/collections/media');
    // A film of some frames, as the browser itself makes one.
    const film = await page.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 24 });
      const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
      const parts: Blob[] = [];
      recorder.ondataavailable = ({ data }) => parts.push(data);
      const ended = new Promise((resolve) => {
        recorder.onstop = resolve;
      });
      recorder.start();
      for (let frame = 0; frame < 10; frame += 1) {
        canvas.getContext('2d')?.fillRect(frame, 0, 2, 24);
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      recorder.stop();
      await ended;
      return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
    });
    const show = async (name: string, type: string, bytes: Uint8Array | string): Promise<void> => {
      const body = new FormData();
      body.append('file', new Blob([Buffer.from(bytes)], { type }), name);
      const headers = { cookie: await server.session('super_admin'), origin: server.url };
      const sent = await fetch(`${server.url}/api/media`, { method: 'POST', body, headers });
      expect([name, sent.status]).toEqual([name, 201]);
      const { id } = (await sent.json()) as { readonly id: string };
      await page.goto(`${server.url}/admin/collections/media/${id}`);
    };
    const seconds = async (tag: 'audio' | 'video'): Promise<number> =>
      page.locator(tag).evaluate(
        (element: HTMLMediaElement) =>
          new Promise<number>((resolve) => {
            if (element.readyState > 0) resolve(element.duration);
            element.onloadedmetadata = () => resolve(element.duration);
          }),
      );
    await show('second.wav', 'audio/wav', wav(8000));
    expect(await seconds('audio')).toBeCloseTo(1);
    await expectAccessible(page);
    await show('film.webm', 'video/webm', Uint8Array.from(film));
    expect(await seconds('video')).toBeGreaterThan(0);
    await expectAccessible(page);

    // What has scripts of its own is shown in a sandbox; browsers show no PDF in one.
    const frame = page.locator('iframe[title^="Preview of"]');
    const isSandboxed = (): Promise<boolean> => frame.evaluate((element) => element.hasAttribute('sandbox'));
    await show('words.txt', 'text/plain', 'Some words.\n');
    expect(await isSandboxed()).toBe(true);
    await page.frameLocator('iframe[title^="Preview of"]').getByText('Some words.').waitFor();
    await show('pages.pdf', 'application/pdf', '%PDF-1.4\ntrailer<<>>\n%%EOF\n');
    expect(await isSandboxed()).toBe(false);
    const src = new URL((await frame.getAttribute('src')) ?? '', server.url);
    expect(src.origin).toBe(new URL(server.url).origin);
    const { headers } = await page.request
      .get(src.href)
      .then((response) => ({ headers: response.headers() }));
    expect(headers['content-security-policy']).toBe("default-src 'none'; object-src 'self'");
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  test('Escape asks where something is typed, and the focus goes back where it was', async () => {
    const id = await createFile('typed.svg', false);
    const { body: post } = await (await server.api())('POST', '/api/posts', { title: 'Typed', cover: id });
    const page = await open(`/admin/collections/posts/${post.id}`);
    const opener = page.locator('[data-field="cover"]').getByRole('button', { name: /^Details/ });
    const isFocused = (): Promise<boolean> => opener.evaluate((button) => button === document.activeElement);
    await opener.click();
    const dialog = page.getByRole('dialog', { name: /^Details/ });
    const filename = dialog.getByRole('textbox', { name: 'File name' });
    await filename.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await isFocused()).toBe(true);

    await opener.click();
    await filename.fill('other.svg');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Close without saving?' });
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Stay' }).click();
    expect(await filename.inputValue()).toBe('other.svg');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Close without saving' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await isFocused()).toBe(true);

    // A new document that is begun in a dialog is not lost by a key either.
    await page.locator('[data-field="cover"]').getByRole('button', { name: 'Change Cover' }).click();
    await page.getByRole('button', { name: 'New File' }).click();
    const creation = page.getByRole('dialog', { name: 'New File' });
    const file = { name: 'new.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
    await creation.locator('input[type="file"]').setInputFiles(file);
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Close without saving' }).click();
    await creation.waitFor({ state: 'detached' });

    // The panel of uploads.
    const library = await open('/admin/collections/media');
    const upload = library.getByRole('button', { name: 'Upload files' });
    const chooser = library.waitForEvent('filechooser');
    await upload.focus();
    await library.keyboard.press('Enter');
    await (await chooser).setFiles(file);
    const panel = library.getByRole('region', { name: 'Uploads' });
    await panel.getByText('1 of 1 uploaded').waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
    expect(await upload.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('in German the fields of files and folders have German names', async () => {
    const id = await createFile('deutsch.svg', false);
    const page = await open(`/admin/collections/media/${id}`, { locale: 'de-DE' });
    await page.getByRole('textbox', { name: 'Dateiname' }).waitFor();
    await page.getByText('Mehrere Dateien dürfen gleich heißen.').waitFor();
    await page.locator('[data-field="folder"]').getByText('Ordner', { exact: true }).first().waitFor();
    const english = await page
      .getByText(/Filename|Folder|File type|Filesize|Name of the file/)
      .allTextContents();
    expect(english).toEqual([]);
    await page.goto(`${server.url}/admin/collections/media?look=table`);
    await page.getByRole('columnheader', { name: 'Dateiname' }).waitFor();
  });
});
