import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

const suite = describe.skipIf(noBrowser !== null);

suite(`each widget writes what is typed and shows what is stored${noBrowser ? `: ${noBrowser}` : ''}`, () => {
  let server: DashboardServer;
  let api: Api;
  let ann = '';
  let berlin = '';
  let thing = '';

  beforeAll(async () => {
    server = await startDashboard('every-field');
    api = await server.api();
    ann = (await api('POST', '/api/people', { name: 'Ann' })).body.id;
    await api('POST', '/api/people', { name: 'Bob' });
    berlin = (await api('POST', '/api/places', { name: 'Berlin' })).body.id;
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await closeBrowser();
  });
  beforeEach(async () => {
    const made = await api('POST', '/api/things', { title: 'A thing' });
    thing = made.body.id;
  });

  const stored = async (): Promise<Record<string, unknown>> =>
    (await api('GET', `/api/things/${thing}`)).body;
  const open = async (options: object = {}): Promise<Page> => {
    const path = `/admin/collections/things/${thing}`;
    const { page } = await openDashboard(server, { path, ...options });
    // Shorter than the timeout of a test, so that a failure names the element that did not appear.
    page.setDefaultTimeout(10_000);
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    return page;
  };
  const field = (page: Page, path: string): Locator => page.locator(`[data-field="${path}"]`).first();

  /** Publishes the input, and waits until the form confirms it. */
  async function publish(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByText('Published.').last().waitFor();
    await page.getByText('Not saved', { exact: true }).waitFor({ state: 'detached' });
  }

  type Type = (page: Page, own: Locator) => Promise<void>;
  /** Types into the input that has just got the focus: it gets it in the frame after its row is drawn. */
  async function typeFocused(page: Page, row: Locator, text: string): Promise<void> {
    await row.locator('input:focus, textarea:focus').waitFor();
    await page.keyboard.type(text);
  }

  const fill =
    (text: string): Type =>
    (_page, own) =>
      own.locator('input, textarea').first().fill(text);

  interface Simple {
    readonly path: string;
    readonly type: Type;
    /** The stored value afterwards. */
    readonly value: unknown;
    /** What the input shows after a reload. */
    readonly shown: string | boolean;
  }
  const simple: readonly Simple[] = [
    { path: 'serial', type: fill('AB-1234'), value: 'AB-1234', shown: 'AB-1234' },
    { path: 'summary', type: fill('Two\nlines'), value: 'Two\nlines', shown: 'Two\nlines' },
    { path: 'contact', type: fill('ann@example.com'), value: 'ann@example.com', shown: 'ann@example.com' },
    {
      path: 'homepage',
      type: fill('https://example.com/ü'),
      value: 'https://example.com/ü',
      shown: 'https://example.com/ü',
    },
    { path: 'slug', type: fill('my-own'), value: 'my-own', shown: 'my-own' },
    { path: 'price', type: fill('12.5'), value: 12.5, shown: '12.5' },
    { path: 'stock', type: fill('7'), value: 7, shown: '7' },
    { path: 'active', type: (_page, own) => own.getByRole('checkbox').uncheck(), value: false, shown: false },
    { path: 'madeOn', type: fill('2026-02-03'), value: '2026-02-03', shown: '03/02/2026' },
    {
      path: 'checkedAt',
      type: fill('2026-07-01T12:30'),
      value: '2026-07-01T12:30:00.000Z',
      shown: '01/07/2026, 12:30',
    },
    {
      path: 'kind',
      type: async (_page, own) =>
        void (await own.getByRole('combobox').selectOption({ label: 'Work of art' })),
      ...{ value: 'art', shown: 'art' },
    },
    {
      path: 'extra',
      type: fill('{"a": [1, null]}'),
      value: { a: [1, null] },
      shown: '{\n  "a": [\n    1,\n    null\n  ]\n}',
    },
    { path: 'tint', type: fill('#FF8800'), value: '#ff8800', shown: '#ff8800' },
    { path: 'size_width', type: fill('broad'), value: 'broad', shown: 'broad' },
    { path: 'even', type: fill('4'), value: 4, shown: '4' },
  ];

  test('inputs of one value: what is typed is stored, what is stored is shown, and saving again writes nothing', async () => {
    const page = await open();
    for (const { path, type } of simple) await type(page, field(page, path));
    await publish(page);
    const document = await stored();
    for (const { path, value } of simple) expect.soft(document[path], path).toEqual(value);
    await page.reload();
    await field(page, 'serial').waitFor();
    for (const { path, shown } of simple) {
      const input = field(page, path).locator('input, textarea, select').first();
      const found = typeof shown === 'boolean' ? await input.isChecked() : await input.inputValue();
      expect.soft(found, path).toBe(shown);
    }
    await page.keyboard.press('Control+s');
    expect((await stored())['_revision']).toBe(document['_revision']);
  });

  test('an input that is emptied empties the field', async () => {
    await api('PATCH', `/api/things/${thing}`, {
      summary: 'x',
      price: 1,
      madeOn: '2026-01-01',
      kind: 'toy',
      extra: 1,
    });
    const page = await open();
    for (const path of ['summary', 'price', 'madeOn', 'extra']) await fill('')(page, field(page, path));
    await field(page, 'kind').getByRole('combobox').selectOption('');
    await publish(page);
    expect(await stored()).toMatchObject({
      summary: null,
      price: null,
      madeOn: null,
      kind: null,
      extra: null,
    });
  });

  test('texts and numbers with many values: Enter adds, a button removes', async () => {
    const page = await open();
    const aliases = field(page, 'aliases').getByRole('textbox');
    await aliases.fill('one');
    await aliases.press('Enter');
    await aliases.fill('two');
    await aliases.press('Enter');
    await field(page, 'aliases').getByRole('button', { name: 'Remove one' }).click();
    await field(page, 'ratings').getByRole('textbox').fill('5');
    await publish(page);
    expect(await stored()).toMatchObject({ aliases: ['two'], ratings: [5] });
  });

  test('select with many values', async () => {
    const page = await open();
    await field(page, 'colors').getByLabel('Blue').check();
    await field(page, 'colors').getByLabel('Red').check();
    await publish(page);
    expect((await stored())['colors']).toEqual(['blue', 'red']);
  });

  test('a colour is typed or picked, its opacity stays, and what is none is refused', async () => {
    const page = await open();
    const typed = field(page, 'tint').getByRole('textbox', { name: 'Tint', exact: true });
    await typed.fill('#11223380');
    await field(page, 'tint').getByLabel('Choose a colour: Tint').fill('#ff8800');
    expect(await typed.inputValue()).toBe('#ff880080');
    await publish(page);
    expect((await stored())['tint']).toBe('#ff880080');
    await typed.fill('orange');
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await field(page, 'tint').getByText('A colour in six hexadecimal digits').waitFor();
  });

  test('a list shows a swatch beside the digits of a colour', async () => {
    await api('PATCH', `/api/things/${thing}`, { tint: '#336699' });
    const path = `/admin/collections/things?columns=tint&sort=createdAt_desc`;
    const { page } = await openDashboard(server, { path });
    const cell = page.locator('td', { hasText: '#336699' }).first();
    const swatch = cell.locator('.color-swatch > span');
    expect(await swatch.evaluate((own) => getComputedStyle(own).backgroundColor)).toBe('rgb(51, 102, 153)');
  });

  test('a point takes latitude and longitude by their names, and refuses what is nowhere', async () => {
    const page = await open();
    const latitude = field(page, 'place').getByLabel('Latitude');
    await latitude.fill('152.5');
    await field(page, 'place').getByLabel('Longitude').fill('13.4');
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await field(page, 'place').getByText('The latitude lies between').waitFor();
    await latitude.fill('52.5');
    await publish(page);
    expect((await stored())['place']).toEqual([13.4, 52.5]);
  });

  test('a time is typed in the zone of the person, which is named', async () => {
    const page = await open({ timezoneId: 'America/New_York' });
    await field(page, 'checkedAt').locator('input').fill('2026-07-01T12:30');
    expect(await field(page, 'checkedAt').innerText()).toContain('America/New_York (GMT-4)');
    await publish(page);
    expect((await stored())['checkedAt']).toBe('2026-07-01T16:30:00.000Z');
  });

  test('a relation is found by its title, and removed', async () => {
    const page = await open();
    await field(page, 'owner').getByRole('button', { name: 'Choose' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill('nN');
    await dialog.getByRole('button', { name: 'Bob' }).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Ann' }).click();
    await publish(page);
    expect((await stored())['owner']).toBe(ann);
    await field(page, 'owner').getByRole('button', { name: 'Remove' }).click();
    await publish(page);
    expect((await stored())['owner']).toBeNull();
  });

  test('of several collections one is chosen first', async () => {
    const page = await open();
    await field(page, 'origin').getByRole('button', { name: 'Choose' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Collection').selectOption({ label: 'Places' });
    await dialog.getByRole('button', { name: 'Berlin' }).click();
    await publish(page);
    expect((await stored())['origin']).toEqual({ collection: 'places', id: berlin });
  });

  test('a document that a relation lacks is created in place; many are put in order by keys', async () => {
    const page = await open();
    await field(page, 'fans').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'New Person' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Person' });
    await dialog.getByRole('button', { name: 'Create and publish' }).click();
    await dialog.getByText('This field is required.').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Carla');
    await dialog.getByRole('button', { name: 'Create and publish' }).click();
    const picker = page.getByRole('dialog', { name: 'Choose: Fans' });
    await picker.getByRole('button', { name: 'Ann' }).click();
    await picker.getByRole('button', { name: /^Done/ }).click();
    await field(page, 'fans').getByRole('button', { name: 'Ann', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move “Ann” up' }).click();
    await publish(page);
    const { fans } = await stored();
    expect(fans).toHaveLength(2);
    expect((fans as string[])[0]).toBe(ann);
    const carla = await api('GET', `/api/people/${(fans as string[])[1]}`);
    expect(carla.body).toMatchObject({ name: 'Carla', _status: 'published' });
  });

  test('a group is merged: only what changed in it is sent', async () => {
    const page = await open();
    await field(page, 'size').getByLabel('Width').fill('3');
    await field(page, 'size.box.material').getByRole('combobox').selectOption('wood');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await publish(page);
    expect((await sent).postDataJSON()).toEqual({ size: { width: 3, box: { material: 'wood' } } });
  });

  test('rows are added, duplicated, moved by keys, and removed; removing can be undone', async () => {
    const page = await open();
    const images = field(page, 'images');
    await images.getByRole('button', { name: 'Add to Images' }).click();
    await typeFocused(page, images.locator('[data-row]').first(), 'First');
    await images.getByLabel('Source').fill('https://example.com/1');
    await images.getByRole('button', { name: 'More for Row 1: First' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const second = images.locator('[data-row]').nth(1);
    await second.getByLabel('Caption').fill('Second');
    await second.getByRole('button', { name: /^Row 2 Second/ }).press('Alt+ArrowUp');
    await images.locator('[data-row]').nth(0).getByText('Second').first().waitFor();
    await images.getByRole('button', { name: 'More for Row 2: First' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    expect(await images.locator('[data-row]').count()).toBe(1);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await publish(page);
    const { images: rows } = (await stored()) as { images: { id: string; caption: string }[] };
    expect(rows.map(({ caption }) => caption)).toEqual(['Second', 'First']);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
  });

  test('rows are dragged to another place', async () => {
    const source = 'https://example.com/';
    await api('PATCH', `/api/things/${thing}`, {
      images: ['a', 'b', 'c'].map((caption) => ({ caption, source })),
    });
    const page = await open();
    const images = field(page, 'images');
    await images.getByRole('button', { name: 'Collapse all' }).click();
    const handles = images.locator('.row-handle');
    await handles.nth(0).scrollIntoViewIfNeeded();
    const [from, to] = [await handles.nth(0).boundingBox(), await handles.nth(2).boundingBox()];
    if (from === null || to === null) throw new Error('The handles are not drawn.');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 });
    await page.mouse.up();
    await page.getByText('Row moved to 3 of 3.').waitFor();
    // A click in the first 50 ms after a drop is taken for a part of it.
    await page.waitForTimeout(100);
    await publish(page);
    const { images: rows } = (await stored()) as { images: { caption: string }[] };
    expect(rows.map(({ caption }) => caption)).toEqual(['b', 'c', 'a']);
  });

  test('blocks of several kinds, with lists inside them', async () => {
    const page = await open();
    const content = field(page, 'content');
    await content.getByRole('button', { name: 'Add block to Content' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Heading' }).click();
    await typeFocused(page, content.locator('[data-row]').first(), 'Hello');
    await content.getByRole('button', { name: 'Add block to Content' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Columns' }).click();
    await content.getByRole('button', { name: 'Add to Columns' }).click();
    await typeFocused(page, content.locator('[data-row] [data-row]'), 'In a column');
    await publish(page);
    expect((await stored())['content']).toMatchObject([
      { blockType: 'heading', text: 'Hello', level: 2 },
      { blockType: 'columns', columns: [{ text: 'In a column' }] },
    ]);
  });

  test('rich text is written as a tree, by the toolbar and by keys', async () => {
    const page = await open();
    const editor = field(page, 'story').locator('[contenteditable="true"]');
    await editor.click();
    await page.keyboard.type('Plain ');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('bold');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Alt+F10');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Bold');
    await page.keyboard.press('Control+b');
    await editor.click();
    await field(page, 'story').getByRole('button', { name: 'Heading 2' }).click();
    await publish(page);
    const { story } = await stored();
    expect(story).toMatchObject({ type: 'doc' });
    expect(JSON.stringify(story)).toContain('{"type":"text","text":"bold","marks":[{"type":"bold"}]}');
    await page.reload();
    await editor.getByText('bold').waitFor();
  });

  test('of a rich text nothing is lost that the editor does not know', async () => {
    const callout = { type: 'callout', attrs: { tone: 'warm' }, content: [{ type: 'paragraph' }] };
    const paragraph = (text: string) => ({
      type: 'paragraph',
      attrs: { align: 'end' },
      content: [{ type: 'text', text }],
    });
    await api('PATCH', `/api/things/${thing}`, {
      story: { type: 'doc', v: 2, content: [paragraph('One'), callout] },
    });
    const page = await open();
    await field(page, 'story').getByText('‹callout›').waitFor();
    await field(page, 'story').getByText('One').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' and two');
    await publish(page);
    expect((await stored())['story']).toEqual({
      type: 'doc',
      v: 2,
      content: [paragraph('One and two'), callout],
    });
  });

  test('a rich text of another editor is shown as JSON and kept', async () => {
    const story = { root: { children: [{ type: 'lexical' }] } };
    await api('PATCH', `/api/things/${thing}`, { story });
    const page = await open();
    expect(JSON.parse(await field(page, 'story').locator('textarea').inputValue())).toEqual(story);
    await page.getByRole('textbox', { name: 'Title' }).fill('Other');
    await publish(page);
    expect(await stored()).toMatchObject({ title: 'Other', story });
  });

  test('JSON with a slip names its line, and is not sent', async () => {
    const page = await open();
    const extra = field(page, 'extra').locator('textarea');
    await extra.fill('{\n  "a": 1,\n}');
    await field(page, 'extra').getByText('line 3, column 1').waitFor();
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByRole('alert').getByRole('link', { name: 'Extra' }).click();
    await expect.poll(() => extra.evaluate((element) => element === document.activeElement)).toBe(true);
    await extra.fill('{"a":1}');
    await field(page, 'extra').getByRole('button', { name: 'Format' }).click();
    expect(await extra.inputValue()).toBe('{\n  "a": 1\n}');
    await publish(page);
    expect((await stored())['extra']).toEqual({ a: 1 });
  });

  test('what the service refuses stands at its input, in a summary with links, and nothing is lost', async () => {
    await api('PATCH', `/api/things/${thing}`, { images: [{ source: 'https://example.com/' }] });
    await api('POST', '/api/things', { title: 'Taken', contact: 'taken@example.com' });
    const page = await open();
    await field(page, 'even').locator('input').fill('3');
    await field(page, 'homepage').locator('input').fill('no address');
    await field(page, 'images').getByLabel('Source').fill('neither');
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('alert').getByRole('link', { name: 'Images › 1 › Source' }).click();
    const source = field(page, 'images').getByLabel('Source');
    await expect.poll(() => source.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await source.getAttribute('aria-invalid')).toBe('true');
    await source.fill('https://example.com/2');
    await field(page, 'homepage').locator('input').fill('https://example.com/');
    await field(page, 'even').locator('input').fill('4');
    await field(page, 'contact').locator('input').fill('taken@example.com');
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await field(page, 'contact').locator('.field-error').waitFor();
    expect(await field(page, 'contact').locator('input').inputValue()).toBe('taken@example.com');
    await field(page, 'contact').locator('input').fill('free@example.com');
    await publish(page);
    expect(await stored()).toMatchObject({ even: 4, contact: 'free@example.com' });
  });

  test('a look changes nothing: there is nothing to save', async () => {
    const page = await open();
    const { _revision: before } = await stored();
    for (const name of ['price', 'checkedAt', 'extra', 'aliases', 'story']) {
      await field(page, name).locator('input, textarea, [contenteditable="true"]').first().click();
    }
    await page.keyboard.press('Control+s');
    expect(await page.getByText('Not saved', { exact: true }).count()).toBe(0);
    expect((await stored())['_revision']).toBe(before);
  });

  test('a new document has its defaults, and its slug is filled from its title', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/things/new' });
    await page.getByRole('textbox', { name: 'Title' }).fill('Grüße aus Köln');
    expect(await field(page, 'slug').locator('input').getAttribute('placeholder')).toBe('grusse-aus-koln');
    expect(await field(page, 'stock').locator('input').inputValue()).toBe('0');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/things\/[0-9a-f-]{36}$/);
    thing = page.url().split('/').at(-1) ?? '';
    const document = (await api('GET', `/api/things/${thing}?draft=true`)).body;
    expect(document).toMatchObject({ slug: 'grusse-aus-koln', stock: 0, active: true, _status: 'draft' });
    // A default that only the service can compute.
    expect(document.checkedAt).toBe('2026-01-01T00:00:00.000Z');
  });

  test('what points here is listed, and what is created there points back', async () => {
    await api('POST', '/api/things', { title: 'A part', partOf: thing });
    const page = await open();
    const parts = field(page, 'parts');
    await parts.getByRole('link', { name: 'A part' }).waitFor();
    await parts.getByRole('link', { name: 'New Thing' }).click();
    await field(page, 'partOf').getByText('A thing').waitFor();
  });
});
