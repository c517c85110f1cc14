/** What is done with many documents by requests for many: fields, schedules, copies, and a second try. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const list = '/admin/collections/posts';

describe.skipIf(noBrowser !== null)('work on many documents', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  beforeAll(async () => {
    server = await startDashboard('content-tools');
    api = await server.api();
  }, 60_000);
  afterAll(() => server.close());

  const add = async (title: string, more: object = {}, isDraft = false): Promise<string> => {
    const headers: Record<string, string> = isDraft ? { 'x-draft': 'true' } : {};
    const { status, body } = await api('POST', '/api/posts', { title, ...more }, headers);
    expect(status).toBe(201);
    return body.id;
  };
  const pathOf = (title: string): string =>
    `${list}?where=${encodeURIComponent(JSON.stringify({ title: { contains: title } }))}&sort=title_asc`;
  const read = async (id: string, draft = true) => (await api('GET', `/api/posts/${id}?draft=${draft}`)).body;

  async function selectAll(page: Page): Promise<Locator> {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    return page.getByRole('region', { name: /selected/ });
  }

  test('gives many documents new values, as drafts or at once, and says before what will change', async () => {
    const live = await add('Field one', { tags: ['old'] });
    const same = await add('Field two', { status: 'checked', tags: ['new'] });
    const draft = await add('Field three', {}, true);
    const { page, requests } = await openDashboard(server, { path: pathOf('Field') });
    const bar = await selectAll(page);
    await bar.getByRole('button', { name: 'Change fields…' }).click();
    const form = page.getByRole('dialog', { name: 'Change fields' });
    await form.getByText('3 selected.').waitFor();
    await form.getByLabel('Add a field').selectOption({ label: 'Status' });
    await form.getByRole('combobox', { name: 'Status' }).selectOption('checked');
    await form.getByLabel('Add a field').selectOption({ label: 'Tags' });
    await form.getByRole('textbox', { name: 'Tags' }).fill('new');
    await form.getByRole('textbox', { name: 'Tags' }).press('Enter');
    await form.getByLabel('What becomes public').selectOption('live');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Next' }).click();
    const question = page.getByRole('alertdialog', { name: 'Change 3 Posts?' });
    await question.getByText('2 documents will change. 1 stays as it is.').waitFor();
    await question.getByText('new values: Status.').waitFor();
    await question.getByText('added to: Tags.').waitFor();
    await question.getByText('Which documents will change').click();
    expect(await question.getByRole('listitem').allInnerTexts()).toEqual(['Field one', 'Field three']);
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Change fields' }).click();
    await page.getByText('2 documents were changed. 1 had these values already.').first().waitFor();
    expect(await read(live, false)).toMatchObject({ status: 'checked', tags: ['old', 'new'] });
    expect(await read(same)).toMatchObject({ status: 'checked', tags: ['new'] });
    expect(await read(draft)).toMatchObject({ _status: 'draft', status: 'checked', tags: ['new'] });
    const writes = requests.calls.filter((call) => call.startsWith('POST ') || call.startsWith('PATCH '));
    expect(new Set(writes)).toEqual(new Set(['POST /api/posts/bulk']));

    await page.getByRole('button', { name: 'Close' }).last().click();
    await selectAll(page);
    await bar.getByRole('button', { name: 'Change fields…' }).click();
    await form.getByLabel('Add a field').selectOption({ label: 'Body' });
    await form.getByRole('textbox', { name: 'Body' }).fill('Later');
    await form.getByRole('button', { name: 'Next' }).click();
    await page
      .getByRole('alertdialog')
      .getByText('The changes are saved as drafts; nothing becomes public.')
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change fields' }).click();
    await page.getByText('3 documents were changed.').first().waitFor();
    expect([(await read(live, false)).body, (await read(live)).body]).toEqual([null, 'Later']);
  });

  test('counts all that will change, and names the first 20', async () => {
    for (let index = 10; index < 32; index += 1) await add(`Named ${index}`);
    const { page } = await openDashboard(server, { path: pathOf('Named') });
    const bar = await selectAll(page);
    await bar.getByRole('button', { name: 'Change fields…' }).click();
    const form = page.getByRole('dialog', { name: 'Change fields' });
    await form.getByLabel('Add a field').selectOption({ label: 'Body' });
    await form.getByRole('textbox', { name: 'Body' }).fill('Later');
    await form.getByRole('button', { name: 'Next' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('22 documents will change.').waitFor();
    await question.getByText('Which documents will change').click();
    const named = (await question.getByRole('listitem').allInnerTexts()).filter((text) =>
      /^Named/.test(text),
    );
    expect(named).toEqual(Array.from({ length: 20 }, (_, index) => `Named ${10 + index}`));
  });

  test('names what will be refused, and tries the failed ones again', async () => {
    const whole = await add('Again whole', {}, true);
    const lacking = await add('Again lacking', {}, true);
    await api('PATCH', `/api/posts/${lacking}`, { title: null, body: 'Again' }, { 'x-draft': 'true' });
    const where = { id: { in: [whole, lacking] } };
    const { page } = await openDashboard(server, {
      path: `${list}?where=${encodeURIComponent(JSON.stringify(where))}`,
    });
    const bar = await selectAll(page);
    await bar.getByRole('button', { name: 'Publish', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Publish 2 Posts?' });
    await question.getByText('1 will be refused:').waitFor();
    await question.getByText('1 document will change.').waitFor();
    await question.getByRole('button', { name: 'Publish' }).click();
    const report = page.getByRole('dialog', { name: 'Publish' });
    await report.getByText('1 document was published. 1 failed.').first().waitFor();
    await api('PATCH', `/api/posts/${lacking}`, { title: 'Again mended' }, { 'x-draft': 'true' });
    await report.getByRole('button', { name: 'Try these again' }).click();
    await report.getByText('1 document was published.', { exact: true }).first().waitFor();
    expect((await read(lacking, false)).title).toBe('Again mended');
  });

  test('schedules many, and refuses a time that is over', async () => {
    const id = await add('Planned', {}, true);
    const { page } = await openDashboard(server, { path: pathOf('Planned') });
    const bar = await selectAll(page);
    await bar.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Schedule…' }).click();
    const form = page.getByRole('dialog', { name: 'Schedule' });
    await form.getByLabel('Publish at', { exact: true }).fill('2001-01-01T10:00');
    await form.getByRole('button', { name: 'Next' }).click();
    await form.getByText('This time is in the past.').waitFor();
    await expectAccessible(page);
    await form.getByLabel('Publish at', { exact: true }).fill('2099-01-01T10:00');
    await form.getByRole('button', { name: 'Next' }).click();
    const question = page.getByRole('alertdialog', { name: 'Schedule 1 Post?' });
    await question.getByText('They are published on Thursday').waitFor();
    await question.getByRole('button', { name: 'Schedule' }).click();
    await page
      .getByRole('dialog', { name: 'Schedule' })
      .getByText('1 document was scheduled.')
      .first()
      .waitFor();
    const { body } = await api('GET', `/api/posts/${id}/schedule`);
    expect(body.publishAt).toBe('2099-01-01T10:00:00.000Z');
  });

  test('copies many, and exports the selected ones', async () => {
    await add('Copied a');
    await add('Copied b');
    const { page } = await openDashboard(server, { path: pathOf('Copied') });
    const bar = await selectAll(page);
    await page.getByRole('checkbox', { name: 'Select Copied b' }).uncheck();
    await bar.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Export…' }).click();
    const exporting = page.getByRole('dialog', { name: 'Export' });
    await exporting.getByText('The selected document.').waitFor();
    const downloading = page.waitForEvent('download');
    await exporting.getByRole('button', { name: 'Export' }).click();
    const text = readFileSync(await (await downloading).path(), 'utf8');
    expect(text).toContain('Copied a');
    expect(text).not.toContain('Copied b');
    await exporting.getByRole('button', { name: 'Close' }).last().click();

    await bar.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const question = page.getByRole('alertdialog', { name: 'Duplicate 1 Post?' });
    await question.getByText('Each is copied, as a draft.').waitFor();
    await question.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByText('1 document was duplicated.').first().waitFor();
    const { body } = await api('GET', '/api/posts?draft=true&where={"title":{"contains":"Copied a"}}');
    expect(body.docs.map(({ _status }: { _status: string }) => _status).sort()).toEqual([
      'draft',
      'published',
    ]);
  });

  test('fits 360 pixels, in German and in the dark', async () => {
    await add('Schmal');
    const { page } = await openDashboard(server, {
      path: pathOf('Schmal'),
      locale: 'de-DE',
      colorScheme: 'dark',
      viewport: { width: 360, height: 640 },
    });
    await page.getByRole('checkbox', { name: 'Alle auf dieser Seite auswählen' }).check();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Felder ändern …' }).click();
    await page.getByLabel('Feld hinzufügen').selectOption({ label: 'Tags' });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('is not offered to those who only read', async () => {
    await add('Read only');
    const { page } = await openDashboard(server, { role: 'customer', path: list });
    await page.getByRole('link', { name: 'Read only' }).waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
  });
});
