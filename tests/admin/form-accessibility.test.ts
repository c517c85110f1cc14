/** What Chromium exposes of a form to assistive technology. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

interface TreeNode {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** The accessibility tree, without ignored nodes. */
async function treeOf(page: Page): Promise<readonly TreeNode[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => ({
      role: String(role?.value ?? ''),
      name: String(name?.value ?? ''),
      description: String(description?.value ?? ''),
      isRequired: properties.some(
        (property) => property.name === 'required' && property.value.value === true,
      ),
    }));
}

describe.skipIf(noBrowser !== null)('a form', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  let author = '';
  const collection = `{
    slug: 'sheets',
    labels: { singular: 'Sheet', plural: 'Sheets' },
    fields: [
      { name: 'name', type: 'text', required: true },
      { name: 'text', type: 'richText', required: true },
      { name: 'kind', type: 'select', options: ['a', 'b'], required: true },
      { name: 'kinds', type: 'select', options: ['a', 'b'], hasMany: true, required: true },
      { name: 'day', type: 'date', required: true },
      { name: 'owner', type: 'relationship', to: 'authors', required: true },
      { name: 'readers', type: 'relationship', to: 'authors', hasMany: true },
      { name: 'place', type: 'point', required: true },
      { name: 'rows', type: 'array', required: true, fields: [{ name: 'note', type: 'text' }] },
      { name: 'first', type: 'group', fields: [{ name: 'link', type: 'group', fields: [{ name: 'to', type: 'text' }] }] },
      { name: 'second', type: 'group', fields: [{ name: 'link', type: 'group', fields: [{ name: 'to', type: 'text' }] }] },
    ],
  }`;
  beforeAll(async () => {
    server = await startDashboard('blog', { config: `collections: [...fixture.collections, ${collection}]` });
    api = await server.api();
    author = (await api('POST', '/api/authors', { name: 'Ada', email: 'ada@example.com' })).body.id;
  });
  afterAll(() => server.close());

  test('says which fields have to be filled in, each in the way that its kind has', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/sheets/new' });
    await page.getByRole('textbox', { name: 'Text' }).waitFor();
    const tree = await treeOf(page);
    const told = (role: string, name: string): boolean | undefined => {
      const node = tree.find((each) => each.role === role && each.name.startsWith(name));
      return node && (node.isRequired || node.description.includes('required'));
    };
    expect({
      name: told('textbox', 'Name'),
      text: told('textbox', 'Text'),
      kind: told('combobox', 'Kind'),
      kinds: told('group', 'Kinds'),
      day: told('textbox', 'Day'),
      owner: told('group', 'Owner'),
      choose: told('button', 'Choose Owner'),
      readers: told('group', 'Readers'),
      latitude: told('textbox', 'Latitude'),
      rows: told('group', 'Rows'),
    }).toEqual({
      ...{ name: true, text: true, kind: true, kinds: true, day: true, owner: true, choose: true },
      ...{ readers: false, latitude: true, rows: true },
    });
    // The name is not repeated as the description.
    expect(tree.find(({ role, name }) => role === 'textbox' && name === 'Name')?.description).toBe('');
  });

  test('names the field in each button of a relation, in both languages', async () => {
    const { body } = await api('POST', '/api/posts', { title: 'Related', author });
    const path = `/admin/collections/posts/${body.id}`;
    const { page } = await openDashboard(server, { path });
    await page.getByRole('button', { name: 'Change Author', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add to Tags', exact: true }).waitFor();
    const german = await openDashboard(server, { path, locale: 'de-DE' });
    await german.page.getByRole('button', { name: 'Ändern: Author', exact: true }).waitFor();
    await german.page.getByRole('button', { name: 'Hinzufügen zu Tags', exact: true }).waitFor();
  });

  test('has headings in order and no landmark twice, groups within groups included', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/sheets/new' });
    await page.getByRole('textbox', { name: 'Text' }).waitFor();
    await expectAccessible(page);
    const levels = await page
      .locator('.group-head')
      .evaluateAll((heads) => heads.map((head) => `${head.tagName} ${head.textContent}`));
    expect(levels).toEqual(['H2 First', 'H3 Link', 'H2 Second', 'H3 Link']);
    const { body } = await api('POST', '/api/posts', { title: 'With comments', author });
    await api('POST', '/api/comments', { post: body.id, name: 'Ben', text: 'Well said.' });
    await page.goto(`/admin/collections/posts/${body.id}`);
    await page.getByRole('table').waitFor();
    await expectAccessible(page);
  });

  test('can be skipped to its actions by keyboard', async () => {
    const { body } = await api('POST', '/api/posts', { title: 'Skipped', author });
    const { page } = await openDashboard(server, { path: `/admin/collections/posts/${body.id}` });
    await page.getByRole('heading', { level: 1, name: 'Skipped' }).waitFor();
    const skip = page.getByRole('link', { name: 'Skip to the actions' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await skip.evaluate((link) => link.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const button = page.getByRole('button', { name: 'Save draft' });
    await expect.poll(() => button.evaluate((each) => each === document.activeElement)).toBe(true);
  });

  test('that may only be read has no card for buttons that are not there', async () => {
    const { page } = await openDashboard(server, {
      role: 'customer',
      path: `/admin/collections/authors/${author}`,
    });
    await page.getByText('You can read this, but not change it.').waitFor();
    expect(await page.locator('.edit-actions').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Skip to the actions' }).count()).toBe(0);
    await expectAccessible(page);
  });
});
