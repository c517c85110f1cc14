/** Nothing covers what is used: messages and dialogs, the commands of a text; and layouts hold everywhere. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

const config = `
  collections: [
    {
      slug: 'users',
      fields: [
        { type: 'row', fields: [{ name: 'phone', type: 'text' }, { name: 'desk', type: 'text' }] },
        { type: 'tabs', tabs: [
          { label: 'About', fields: [{ name: 'bio', type: 'textarea' }] },
          { label: 'More', fields: [{ name: 'motto', type: 'text' }] },
        ] },
      ],
    },
    {
      slug: 'people',
      admin: { useAsTitle: 'name' },
      fields: [
        { type: 'row', fields: [{ name: 'name', type: 'text', required: true }, { name: 'town', type: 'text' }] },
      ],
    },
    {
      slug: 'posts',
      labels: { singular: 'Post', plural: 'Posts' },
      trash: true,
      admin: { useAsTitle: 'title' },
      fields: [
        { name: 'title', type: 'text', admin: { width: '2/3' } },
        { name: 'number', type: 'text', admin: { width: '1/3' } },
        { name: 'body', type: 'richText' },
        { name: 'note', type: 'text' },
        { name: 'writer', type: 'relationship', to: 'people' },
      ],
    },
  ]`;

const sideBySide = async (one: Locator, other: Locator): Promise<boolean> =>
  (await one.boundingBox())?.y === (await other.boundingBox())?.y;

/** The buttons of a dialog that something else lies over. */
const covered = (dialog: Locator): Promise<readonly string[]> =>
  dialog.getByRole('button').evaluateAll((buttons) =>
    buttons.flatMap((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return top !== null && button.contains(top) ? [] : [button.textContent || button.ariaLabel || '?'];
    }),
  );

describe.skipIf(noBrowser !== null)(
  `room for everything${noBrowser ? `: ${noBrowser}` : ''}`,
  { timeout: 60_000 },
  () => {
    let server: DashboardServer;
    let api: Api;
    beforeAll(async () => {
      server = await startDashboard('minimal', { auth: true, config });
      api = await server.api();
    }, 60_000);
    afterAll(async () => {
      await server?.close();
      await closeBrowser();
    });

    const open = async (options: object = {}): Promise<Page> => {
      const { id } = (await api('POST', '/api/posts', { title: 'A post' }, { 'x-draft': 'true' })).body;
      const { page } = await openDashboard(server, { path: `/admin/collections/posts/${id}`, ...options });
      await page.getByRole('textbox', { name: 'Title' }).fill('Another');
      await page.keyboard.press('Control+s');
      await page.getByText('Draft saved.').waitFor();
      return page;
    };

    for (const [name, viewport] of [
      ['a wide window', { width: 1280, height: 640 }],
      ['a phone', { width: 360, height: 640 }],
    ] as const)
      test(`messages cover no button of a dialog or a drawer, in ${name}`, async () => {
        const page = await open({ viewport });
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Move to trash' }).click();
        const question = page.getByRole('alertdialog');
        await question.getByRole('button', { name: 'Move to trash' }).waitFor();
        expect(await page.locator('.toast').count()).toBe(1);
        expect(await covered(question)).toEqual([]);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Choose Writer' }).click();
        const drawer = page.getByRole('dialog', { name: 'Choose: Writer' });
        await drawer.getByRole('button').first().waitFor();
        await page.waitForTimeout(150);
        expect(await page.locator('.toast').count()).toBe(1);
        expect(await covered(drawer)).toEqual([]);
      });

    test('the commands of a text lie inside of its frame, not over the next label', async () => {
      const page = await open();
      await page.getByRole('textbox', { name: 'Body' }).click();
      const bar = await page.getByRole('toolbar', { name: /Body/ }).boundingBox();
      const label = await page.getByText('Note', { exact: true }).boundingBox();
      expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(label?.y ?? 0);
      await expectAccessible(page);
    });

    test('two thirds and one third share a line where there is room for two fields', async () => {
      const page = await open();
      const [title, number] = ['Title', 'Number'].map((name) => page.getByRole('textbox', { name }));
      if (title === undefined || number === undefined) throw new Error('There are no fields.');
      for (const width of [1280, 1000, 640]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await sideBySide(title, number), `${width} pixels`).toBe(true);
      }
    });

    test('rows and tabs arrange the forms of users, one’s own, and those in drawers', async () => {
      const page = await open();
      const box = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
      await page.goto('/admin/profile');
      await page.getByRole('tab', { name: 'About' }).waitFor();
      expect(await sideBySide(box('Phone'), box('Desk'))).toBe(true);
      await expectAccessible(page);
      await page.goto('/admin/users');
      await page.getByRole('button', { name: 'Create user' }).click();
      await page.getByRole('tab', { name: 'About' }).waitFor();
      await expectAccessible(page);
      const person = (await api('POST', '/api/people', { name: 'Ada' })).body.id;
      const { id } = (await api('POST', '/api/posts', { title: 'Written', writer: person })).body;
      await page.goto(`/admin/collections/posts/${id}`);
      await page.getByRole('button', { name: 'Edit “Ada”' }).click();
      await page.getByRole('dialog', { name: 'Ada' }).getByRole('textbox', { name: 'Town' }).waitFor();
      expect(await sideBySide(box('Name'), box('Town'))).toBe(true);
    });
  },
);
