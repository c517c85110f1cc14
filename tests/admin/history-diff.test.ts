import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

const config = `
  collections: [{
    slug: 'recipes',
    versions: true,
    drafts: false,
    admin: { useAsTitle: 'title' },
    fields: [
      { name: 'title', type: 'text' },
      { name: 'steps', type: 'array', fields: [
        { name: 'text', type: 'text' },
        { name: 'hints', type: 'array', fields: [{ name: 'hint', type: 'text' }] },
      ] },
      { name: 'tags', type: 'text', hasMany: true },
      { name: 'goesWith', type: 'relationship', to: 'recipes', hasMany: true },
    ],
  }],
  globals: []`;

const suite = describe.skipIf(noBrowser !== null);

suite(`the history of a list${noBrowser ? `: ${noBrowser}` : ''}`, { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  beforeAll(async () => {
    server = await startDashboard('minimal', { auth: true, config });
    api = await server.api();
  });
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });

  /** A list as a script writes it: complete and without row ids, so that each row gets a new id. */
  const steps = (...texts: string[]): object => ({
    steps: texts.map((text) => ({ text, hints: [{ hint: 'Take your time' }] })),
  });

  test.each([
    ['en-GB', 'Version history'],
    ['de-DE', 'Versionsverlauf'],
  ])('tells versions of one minute apart by their seconds: %s', async (locale, name) => {
    const { body: recipe } = await api('POST', '/api/recipes', { title: 'Soup' });
    for (const title of ['Soups', 'Stew', 'Stews'])
      await api('PATCH', `/api/recipes/${recipe.id}`, { title });
    const { docs } = (await api('GET', `/api/recipes/${recipe.id}/versions`)).body;
    const times: readonly string[] = docs.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times).toHaveLength(4);
    const { page } = await openDashboard(server, {
      path: `/admin/collections/recipes/${recipe.id}/versions`,
      locale,
    });
    // Formatted in the browser, since words and spaces depend on it.
    const expected = await page.evaluate(
      ({ times, locale }) =>
        times.map((time, index) => {
          const isShared = [times[index - 1], times[index + 1]].some(
            (other) => other?.slice(0, 16) === time.slice(0, 16),
          );
          const timeStyle = isShared ? 'medium' : 'short';
          return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle }).format(new Date(time));
        }),
      { times, locale },
    );
    const versions = page.getByRole('navigation', { name }).getByRole('button');
    await versions.nth(3).waitFor();
    const plain = (text: string): string => text.replace(/\s/g, ' ');
    expect((await page.locator('.version-time').allInnerTexts()).map(plain)).toEqual(expected.map(plain));
    const heading = page.locator('.versions-diff h2').first();
    for (const [index, text] of expected.entries()) {
      await versions.nth(index).click();
      await expect.poll(async () => plain(await heading.innerText())).toBe(plain(text));
    }
  });

  test('shows one row that was put in, taken out or changed as one, though its rows have new ids', async () => {
    const { body: recipe } = await api('POST', '/api/recipes', {
      title: 'Bread',
      ...steps('mix', 'knead', 'bake'),
    });
    const save = (...texts: string[]) => api('PATCH', `/api/recipes/${recipe.id}`, steps(...texts));
    await save('mix', 'knead', 'rest', 'bake');
    await save('mix', 'rest', 'bake');
    await save('weigh', 'mix', 'wait', 'bake');
    const { body: renamed } = await api('PATCH', `/api/recipes/${recipe.id}`, {
      title: 'Good bread',
      ...steps('weigh', 'mix', 'wait', 'bake'),
    });
    expect(renamed.steps).toHaveLength(4);

    const { page } = await openDashboard(server, {
      path: `/admin/collections/recipes/${recipe.id}/versions`,
    });
    const versions = page.getByRole('navigation', { name: 'Version history' }).getByRole('button');
    await versions.nth(4).waitFor();
    const diff = page.locator('.versions-diff');
    const rows = diff.locator('.diff-row-head');
    const shown = async (version: number, count: number): Promise<readonly string[]> => {
      await versions.nth(version).click();
      await diff.getByRole('radio').nth(1).check();
      await expect.poll(() => rows.count()).toBe(count);
      return (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    };
    const all = [await shown(0, 0)];
    expect(await diff.locator('dt').allInnerTexts()).toEqual(['Title']);
    for (const [version, count] of [
      [1, 2],
      [2, 1],
      [3, 1],
    ] as const)
      all.push(await shown(version, count));
    expect(all).toEqual([[], ['Added 1 weigh', 'Changed 2 → 3 wait'], ['Removed 2 knead'], ['Added 3 rest']]);
    await expectAccessible(page);
  });

  test('shows which values and relations came and went, and which stayed', async () => {
    const made = await Promise.all(
      ['Butter', 'Jam', 'Honey'].map((title) => api('POST', '/api/recipes', { title })),
    );
    const [butter, jam, honey] = made.map(({ body }) => body.id as string);
    const many = Array.from({ length: 30 }, (_, index) => `tag ${index}`);
    const { body: recipe } = await api('POST', '/api/recipes', {
      title: 'Toast',
      tags: ['sweet', 'quick'],
      goesWith: [butter, jam],
    });
    await api('PATCH', `/api/recipes/${recipe.id}`, { tags: ['quick', 'warm'], goesWith: [honey, butter] });
    await api('PATCH', `/api/recipes/${recipe.id}`, { tags: many });
    await api('PATCH', `/api/recipes/${recipe.id}`, { tags: [...many.slice(1), 'late'] });

    const { page } = await openDashboard(server, {
      path: `/admin/collections/recipes/${recipe.id}/versions`,
    });
    const versions = page.getByRole('navigation', { name: 'Version history' }).getByRole('button');
    const diff = page.locator('.versions-diff');
    const fields = diff.locator('.diff-field');
    await versions.nth(2).click();
    await diff.getByRole('radio').nth(1).check();
    await diff.getByText('Honey').waitFor();
    expect(await fields.nth(0).locator('li').allTextContents()).toEqual([
      'Removed: sweet',
      'quick',
      'Added: warm',
    ]);
    expect(await fields.nth(1).locator('li').allTextContents()).toEqual([
      'Added: Honey',
      'Butter',
      'Removed: Jam',
    ]);
    await expectAccessible(page);
    await versions.nth(0).click();
    await diff.getByText('late').waitFor();
    expect(await fields.locator('li').allTextContents()).toEqual(['Removed: tag 0', 'Added: late']);
    await diff.getByText('29 items are unchanged.').waitFor();
  });
});
