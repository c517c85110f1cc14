/** Ctrl K: documents of all collections, actions and screens, by the keyboard. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

describe.skipIf(noBrowser !== null)('the palette', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let fox = '';
  beforeAll(async () => {
    server = await startDashboard('content-tools');
    const api = await server.api();
    fox = (await api('POST', '/api/posts', { title: 'The red fox' })).body.id;
    await api('POST', '/api/posts', { title: 'Draft of a fox' }, { 'x-draft': 'true' });
    await api('POST', '/api/products', { name: 'Fox of wood', sku: 'f' });
    await api('POST', '/api/authors', { name: 'Ada Fox' });
    await api('POST', '/api/products', { name: 'Prowler', sku: 'p' });
  }, 60_000);
  afterAll(() => server.close());

  test('finds documents of all collections, and opens one, by the keyboard alone', async () => {
    const { page } = await openDashboard(server);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+K');
    const palette = page.getByRole('dialog', { name: 'Search or jump to' });
    const field = palette.getByRole('combobox', { name: 'Search documents, actions and screens' });
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await field.pressSequentially('fox');
    const documents = palette.getByRole('group', { name: 'Documents' });
    await documents.getByRole('option').first().waitFor();
    const found = (await documents.getByRole('option').allInnerTexts()).map((text) => text.split('\n'));
    expect(found.toSorted()).toEqual([
      ['Ada Fox', 'Author'],
      ['Draft of a fox', 'Post'],
      ['Fox of wood', 'Product'],
      ['The red fox', 'Post'],
    ]);
    await expectAccessible(page);
    await field.fill('red fox');
    await expect.poll(() => documents.getByRole('option').count()).toBe(1);
    expect(await documents.getByRole('option').getAttribute('aria-selected')).toBe('true');
    await field.press('Enter');
    await page.getByRole('heading', { name: 'The red fox', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/admin/collections/posts/${fox}`);
  });

  test('keeps what is typed while its code is loaded', async () => {
    const { page } = await openDashboard(server);
    let load = (): void => undefined;
    const loaded = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(/assets\/palette-[^/]*\.js/, async (route) => {
      await loaded;
      await route.continue();
    });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+K');
    const palette = page.getByRole('dialog', { name: 'Search or jump to' });
    await palette.getByRole('textbox').waitFor();
    await page.keyboard.type('red');
    load();
    await palette.getByRole('option', { name: 'The red fox' }).waitFor();
    await page.keyboard.type(' fox');
    expect(await palette.getByRole('combobox').inputValue()).toBe('red fox');
  });

  test('keeps its place, its height and what is chosen while results come', async () => {
    const { page } = await openDashboard(server);
    const searches: (() => void)[] = [];
    await page.route(/\/api\/svc\/search\?/, async (route) => {
      await new Promise<void>((resolve) => searches.push(resolve));
      await route.continue();
    });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+K');
    const palette = page.getByRole('dialog', { name: 'Search or jump to' });
    const field = palette.getByRole('combobox');
    const chosen = palette.getByRole('option', { selected: true });
    await palette.getByRole('option').first().waitFor();
    const place = () => palette.boundingBox();
    const first = await place();
    await field.fill('fox');
    expect(await place()).toEqual(first);
    await expect.poll(() => searches.length).toBe(1);
    searches.shift()?.();
    await palette.getByRole('option', { name: /The red fox/ }).waitFor();
    expect(await place()).toEqual(first);
    await field.fill('nothing like it');
    await expect.poll(() => searches.length).toBe(1);
    searches.shift()?.();
    await palette.getByText('No results.').waitFor();
    expect(await place()).toEqual(first);

    await field.fill('pro');
    await palette.getByRole('option', { name: /^Products/ }).waitFor();
    await field.press('ArrowDown');
    const before = await chosen.innerText();
    const at = await chosen.boundingBox();
    await expect.poll(() => searches.length).toBe(1);
    searches.shift()?.();
    await palette.getByRole('option', { name: 'Prowler' }).waitFor();
    expect(await chosen.innerText()).toBe(before);
    expect(await chosen.boundingBox()).toEqual(at);
    expect(await place()).toEqual(first);

    // What the user has scrolled to stays in view while other results come.
    await field.fill('');
    const list = palette.locator('.palette-results');
    await list.evaluate((each) => each.scrollTo(0, 80));
    await page.waitForTimeout(400);
    expect(await list.evaluate((each) => each.scrollTop)).toBe(80);
  });

  test('opens actions and screens, and closes by Escape', async () => {
    const { page } = await openDashboard(server);
    await page.getByRole('button', { name: 'Search' }).click();
    const palette = page.getByRole('dialog', { name: 'Search or jump to' });
    const field = palette.getByRole('combobox');
    await field.fill('new pro');
    await palette.getByRole('option', { name: 'New Product' }).waitFor();
    await field.press('Enter');
    await page.getByRole('heading', { level: 1, name: /Product/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/collections/products/new');
    await page.keyboard.press('Control+K');
    await field.fill('settings');
    await field.press('ArrowDown');
    await palette.getByRole('option', { name: 'System settings' }).click();
    await page.getByRole('heading', { name: 'System settings', level: 1 }).waitFor();
    await page.keyboard.press('Control+K');
    await field.fill('?!');
    await palette.getByText('No results.').waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
  });

  test('offers nothing that the user may not do', async () => {
    const { page } = await openDashboard(server, { role: 'customer' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+K');
    const palette = page.getByRole('dialog', { name: 'Search or jump to' });
    await palette.getByRole('option', { name: /^Posts/ }).waitFor();
    expect(await palette.getByRole('option', { name: /New|Users|Trash/ }).count()).toBe(0);
    await palette.getByRole('combobox').fill('fox');
    await palette.getByRole('option', { name: /The red fox/ }).waitFor();
    // Of a collection without `drafts.readRoles` everybody who is signed in may read drafts.
    await palette.getByRole('option', { name: /Draft of a fox/ }).waitFor();
    expect((await (await server.api('customer'))('GET', '/api/posts')).body.totalDocs).toBe(2);
  });

  test('fits 360 pixels, in German and in the dark', async () => {
    const { page } = await openDashboard(server, {
      locale: 'de-DE',
      colorScheme: 'dark',
      viewport: { width: 360, height: 640 },
    });
    await page.getByRole('button', { name: 'Suchen' }).click();
    const palette = page.getByRole('dialog', { name: 'Suchen und öffnen' });
    await palette.getByRole('combobox').fill('fox');
    await palette.getByRole('option', { name: /The red fox/ }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});

/** 12 collections with a search and 32 without one, each with a title. */
const many = `
  collections: [
    ...Array.from({ length: 12 }, (_, index) => ({
      slug: \`texts\${index + 1}\`,
      labels: { singular: \`Text \${index + 1}\`, plural: \`Texts \${index + 1}\` },
      search: { fields: { title: 1 } },
      drafts: false,
      admin: { useAsTitle: 'title' },
      fields: [{ name: 'title', type: 'text' }],
    })),
    ...Array.from({ length: 32 }, (_, index) => ({
      slug: \`things\${index + 1}\`,
      labels: { singular: \`Thing \${index + 1}\`, plural: \`Things \${index + 1}\` },
      drafts: false,
      admin: { useAsTitle: 'title' },
      fields: [{ name: 'title', type: 'text' }],
    })),
  ]`;

describe.skipIf(noBrowser !== null)('the palette of many collections', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard('minimal', { config: many });
    const api = await server.api();
    for (const slug of ['texts1', 'texts12', 'things1', 'things30'])
      expect((await api('POST', `/api/${slug}`, { title: `A lantern of ${slug}` })).status).toBe(201);
  }, 120_000);
  afterAll(() => server?.close());

  test('looks into all it can, and names the ones that are left out', async () => {
    const { page } = await openDashboard(server);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+K');
    const palette = page.getByRole('dialog', { name: 'Search or jump to' });
    const field = palette.getByRole('combobox');
    await field.fill('lantern');
    const documents = palette.getByRole('group', { name: 'Documents' });
    await expect.poll(() => documents.getByRole('option').count()).toBe(4);
    const found = (await documents.getByRole('option').allInnerTexts()).map((text) => text.split('\n')[1]);
    expect(found).toEqual(['Text 1', 'Text 12', 'Thing 1', 'Thing 30']);
    const leftOut = 'Not searched, as there are too many collections: Things 31 and Things 32.';
    const note = palette.getByText(leftOut);
    await note.waitFor();
    expect(await field.getAttribute('aria-describedby')).toBe(await note.getAttribute('id'));
    await expectAccessible(page);
  });
});
