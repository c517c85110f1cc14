/** Relations: chosen, created and edited in a drawer beside the form. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const config = `
  collections: [
    {
      slug: 'media',
      labels: { singular: 'File', plural: 'Media' },
      upload: { mimeTypes: ['image/svg+xml', 'text/plain'], folders: true },
      drafts: false,
      admin: { useAsTitle: 'filename' },
      fields: [],
    },
    {
      slug: 'people',
      labels: { singular: 'Person', plural: 'People' },
      access: { update: ['super_admin', 'editor'] },
      admin: { useAsTitle: 'name' },
      fields: [
        { name: 'name', type: 'text', required: true },
        { name: 'kind', type: 'select', options: ['writer', 'painter'] },
      ],
    },
    {
      slug: 'posts',
      drafts: false,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'owner', type: 'relationship', to: 'people' },
        { name: 'people', type: 'relationship', to: 'people', hasMany: true },
        { name: 'cover', type: 'upload', to: 'media' },
        { name: 'pictures', type: 'upload', to: 'media', hasMany: true },
        { name: 'tags', type: 'text', hasMany: true },
      ],
    },
  ]`;

describe.skipIf(noBrowser !== null)('relations', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  let people: readonly string[] = [];
  let post = '';
  beforeAll(async () => {
    server = await startDashboard('uploads', { auth: true, config });
    api = await server.api();
    const made = [];
    for (const [name, kind] of [
      ['Ann', 'writer'],
      ['Bob', 'painter'],
      ['Cem', 'writer'],
    ])
      made.push((await api('POST', '/api/people', { name, kind })).body.id);
    people = made;
  }, 120_000);
  afterAll(() => server?.close());
  beforeEach(async () => {
    post = (await api('POST', '/api/posts', { title: 'A post', owner: people[0], people })).body.id;
  });

  const open = async (options: object = {}): Promise<Page> => {
    const { page } = await openDashboard(server, { path: `/admin/collections/posts/${post}`, ...options });
    page.setDefaultTimeout(10_000);
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    return page;
  };
  const saved = async (page: Page) => {
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).last().waitFor();
    return (await api('GET', `/api/posts/${post}`)).body;
  };
  const names = (page: Page) => page.locator('[data-field="people"] .target-title').allTextContents();

  test('many are chips of two stops, put in order by keys, by the menu and by dragging', async () => {
    const page = await open();
    const field = page.locator('[data-field="people"]');
    await field.getByText('Cem').waitFor();
    expect(await field.locator('li :is(button, a)').count()).toBe(6);
    // Beside each other, and the button that adds one after them.
    const tops = await field
      .locator('.target-chip, .targets-actions')
      .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().top / 10)));
    expect(new Set(tops).size).toBe(1);
    await field.getByRole('button', { name: 'Cem', exact: true }).press('Alt+ArrowLeft');
    await expect.poll(() => names(page)).toEqual(['Ann', 'Cem', 'Bob']);
    await field.getByRole('button', { name: 'Ann', exact: true }).click();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: 'Move “Ann” down' }).click();
    await expect.poll(() => names(page)).toEqual(['Cem', 'Ann', 'Bob']);
    const handles = field.locator('.row-handle');
    const [from, to] = [await handles.nth(0).boundingBox(), await handles.nth(2).boundingBox()];
    if (from === null || to === null) throw new Error('The handles are not drawn.');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width, to.y + to.height / 2, { steps: 12 });
    await page.mouse.up();
    await page.getByText('Moved to 3 of 3.').waitFor();
    await expect.poll(() => names(page)).toEqual(['Ann', 'Bob', 'Cem']);
  });

  test('are searched and narrowed in a drawer, and edited beside the form', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Change Owner' }).click();
    const drawer = page.getByRole('dialog', { name: 'Choose: Owner' });
    await drawer.getByRole('combobox', { name: 'Kind' }).selectOption('painter');
    const found = drawer.locator('.picker-result');
    await expect.poll(() => found.allTextContents()).toEqual(['Bob']);
    await expectAccessible(page);
    await found.click();
    const owner = page.locator('[data-field="owner"]');
    await owner.getByRole('button', { name: 'Edit “Bob”' }).click();
    const form = page.getByRole('dialog', { name: 'Bob' });
    await form.getByRole('textbox', { name: 'Name' }).fill('');
    await form.getByRole('button', { name: 'Save and publish' }).click();
    await form.getByText('This field is required.').first().waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 700 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await form.getByRole('textbox', { name: 'Name' }).fill('Bea');
    const href = await form.getByRole('link', { name: 'Open its page in a new tab' }).getAttribute('href');
    expect(href).toBe(`/admin/collections/people/${people[1]}`);
    await form.getByRole('button', { name: 'Save and publish' }).click();
    await owner.getByText('Bea').waitFor();
    expect((await api('GET', `/api/people/${people[1]}`)).body.name).toBe('Bea');
    expect((await saved(page)).owner).toBe(people[1]);
    await api('PATCH', `/api/people/${people[1]}`, { name: 'Bob' });
  });

  test('are created in a drawer by Ctrl S, which leaves the form alone', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Change Owner' }).click();
    const picker = page.getByRole('dialog', { name: 'Choose: Owner' });
    await picker.getByRole('button', { name: 'New Person' }).click();
    const drawer = page.getByRole('dialog', { name: 'New Person' });
    await drawer.getByRole('textbox', { name: 'Name' }).fill('Dag');
    await page.keyboard.press('Control+s');
    await drawer.waitFor({ state: 'detached' });
    await page.locator('[data-field="owner"]').getByText('Dag').waitFor();
    await page.getByText('Not saved', { exact: true }).waitFor();
    const { docs } = (await api('GET', '/api/people?draft=true')).body;
    expect(docs).toContainEqual(expect.objectContaining({ name: 'Dag', _status: 'draft' }));
  });

  test('keep what was typed in a drawer when another user has saved in between', async () => {
    const page = await open();
    await page.locator('[data-field="owner"]').getByRole('button', { name: 'Edit “Ann”' }).click();
    const form = page.getByRole('dialog', { name: 'Ann' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Anna');
    await api('PATCH', `/api/people/${people[0]}`, { kind: 'painter' });
    await form.getByRole('button', { name: 'Save and publish' }).click();
    await form.getByRole('alert').waitFor();
    await form.getByRole('button', { name: 'Save and publish' }).click();
    await form.waitFor({ state: 'detached' });
    expect((await api('GET', `/api/people/${people[0]}`)).body).toMatchObject({
      name: 'Anna',
      kind: 'painter',
    });
    await api('PATCH', `/api/people/${people[0]}`, { name: 'Ann', kind: 'writer' });
  });

  test('are shown, not changed, to those who may only read them', async () => {
    const page = await open({ role: 'author' });
    await page.locator('[data-field="owner"]').getByRole('button', { name: 'Edit “Ann”' }).click();
    const form = page.getByRole('dialog', { name: 'Ann' });
    await form.getByText('You can read this, but not change it.').waitFor();
    expect(await form.getByRole('button', { name: /^Save/ }).count()).toBe(0);
  });

  test('files are a grid, in folders, and are stored where they are dropped', async () => {
    const folder = (await api('POST', '/api/media_folders', { name: 'Summer' })).body.id;
    const page = await open();
    await page.getByRole('button', { name: 'Choose Cover' }).click();
    const drawer = page.getByRole('dialog', { name: 'Choose: Cover' });
    await drawer.getByRole('combobox', { name: 'Folder' }).selectOption({ label: 'Summer' });
    await drawer.locator('.picker-drop').waitFor();
    await page.evaluate(() => {
      const data = new DataTransfer();
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3"/></svg>';
      data.items.add(new File([svg], 'sea.svg', { type: 'image/svg+xml' }));
      for (const type of ['dragenter', 'dragover', 'drop'])
        document
          .querySelector('.picker-results')
          ?.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    const cover = page.locator('[data-field="cover"]');
    await cover.getByText('sea.svg').waitFor();
    const media = (await api('GET', '/api/media')).body.docs;
    expect(media).toMatchObject([{ filename: 'sea.svg', folder }]);
    await page.getByRole('button', { name: 'Change Cover' }).click();
    await drawer.locator('.picker-grid img').waitFor();
    const picture = await drawer.locator('.picker-grid .thumbnail').boundingBox();
    expect(picture?.width).toBeGreaterThan(80);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    expect((await saved(page)).cover).toBe(media[0].id);
  });

  const focused = (page: Page): Promise<string | null | undefined> =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

  test('the actions of each of many files are one stop of Tab, with arrows inside', async () => {
    const ids: string[] = [];
    for (const name of ['one.txt', 'two.txt', 'three.txt']) {
      const body = new FormData();
      body.append('file', new Blob(['text'], { type: 'text/plain' }), name);
      const headers = { cookie: await server.session('super_admin'), origin: server.url };
      const sent = await fetch(`${server.url}/api/media`, { method: 'POST', body, headers });
      ids.push(((await sent.json()) as { readonly id: string }).id);
    }
    post = (await api('POST', '/api/posts', { title: 'With files', pictures: ids })).body.id;
    const page = await open();
    const field = page.locator('[data-field="pictures"]');
    const shown = () => field.locator('.target-title').allTextContents();
    await expect.poll(shown).toEqual(['one.txt', 'two.txt', 'three.txt']);
    await field.getByRole('toolbar', { name: 'Actions for “two.txt”' }).waitFor();
    await field.getByRole('button', { name: 'Details of “one.txt”' }).focus();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Details of “two.txt”');
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('Move “two.txt” up');
    await page.keyboard.press('Enter');
    await expect.poll(shown).toEqual(['two.txt', 'one.txt', 'three.txt']);
    expect(await focused(page)).toBe('Move “two.txt” up');
    await page.keyboard.press('End');
    expect(await focused(page)).toBe('Remove “two.txt”');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Details of “one.txt”');
    await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).toBe('Remove “two.txt”');
    await expectAccessible(page);
  });

  test('the entries of a list of texts are one stop of Tab too', async () => {
    post = (await api('POST', '/api/posts', { title: 'Tagged', tags: ['a', 'b', 'c'] })).body.id;
    const page = await open();
    const field = page.locator('[data-field="tags"]');
    await field.getByRole('toolbar', { name: 'Entries of Tags' }).waitFor();
    await field.getByRole('textbox').focus();
    await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).toBe('Remove a');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('Remove c');
    await page.keyboard.press('Enter');
    expect(await field.locator('.tag').allTextContents()).toEqual(['a', 'b']);
    expect(await field.getByRole('textbox').evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).toBe('Remove b');
    await expectAccessible(page);
  });
});
