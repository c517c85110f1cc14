/** How high usual forms are in the window of a laptop, by a config of the kind that users write. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, openDashboard } from './support/dashboard-browser.js';
import { type Api, type DashboardServer, startDashboard } from './support/dashboard-server.js';

afterAll(closeBrowser);

const shots = process.env['SVC_TEST_SCREENSHOTS'];

const viewport = { width: 1280, height: 860 } as const;

/** 36 fields of a shop that says nothing of their arrangement, some with a description. */
const product = `[
  { name: 'name', type: 'text', required: true, maxLength: 120 },
  { name: 'slug', type: 'slug', from: 'name' },
  { name: 'sku', type: 'text', required: true, unique: true, maxLength: 32 },
  { name: 'ean', type: 'text', maxLength: 13, description: 'Digits only.' },
  { name: 'status', type: 'select', options: ['active', 'paused', 'ended'], default: 'active' },
  { name: 'shortText', type: 'textarea', maxLength: 300 },
  { name: 'gtin', type: 'text', maxLength: 14 },
  { name: 'price', type: 'number', required: true, min: 0, description: 'With tax, in euros.' },
  { name: 'compareAtPrice', type: 'number', min: 0 },
  { name: 'costPrice', type: 'number', min: 0 },
  { name: 'taxClass', type: 'select', options: ['standard', 'reduced', 'none'] },
  { name: 'currency', type: 'select', options: ['EUR', 'CHF', 'USD'] },
  { name: 'stock', type: 'number', integer: true },
  { name: 'reorderLevel', type: 'number', integer: true },
  { name: 'trackStock', type: 'boolean', default: true },
  { name: 'allowBackorder', type: 'boolean' },
  { name: 'weight', type: 'number', description: 'In grams.' },
  { name: 'length', type: 'number' },
  { name: 'width', type: 'number' },
  { name: 'height', type: 'number' },
  { name: 'colour', type: 'color' },
  { name: 'material', type: 'text', maxLength: 80 },
  { name: 'brand', type: 'relationship', to: 'brands' },
  { name: 'related', type: 'relationship', to: 'products', hasMany: true },
  { name: 'tags', type: 'text', hasMany: true },
  { name: 'availableFrom', type: 'date' },
  { name: 'availableUntil', type: 'date' },
  { name: 'launchAt', type: 'date', time: true },
  { name: 'featured', type: 'boolean' },
  { name: 'isNew', type: 'boolean' },
  { name: 'rating', type: 'number', min: 0, max: 5 },
  { name: 'manualUrl', type: 'url' },
  { name: 'supportEmail', type: 'email' },
  { name: 'metaTitle', type: 'text', maxLength: 60 },
  { name: 'metaDescription', type: 'textarea', maxLength: 160 },
  { name: 'notes', type: 'textarea', description: 'Not shown in the shop.' },
]`;

const page = `[
  { name: 'title', type: 'text', required: true },
  { name: 'slug', type: 'slug', from: 'title' },
  { name: 'summary', type: 'textarea', description: 'Shown in lists and by search engines.' },
  { name: 'layout', type: 'blocks', blocks: [
    { slug: 'hero', fields: [{ name: 'heading', type: 'text', required: true }, { name: 'text', type: 'textarea' },
      { name: 'link', type: 'url' }, { name: 'linkLabel', type: 'text', maxLength: 40 }] },
    { slug: 'text', fields: [{ name: 'heading', type: 'text' }, { name: 'body', type: 'richText' }] },
    { slug: 'quote', fields: [{ name: 'text', type: 'textarea' }, { name: 'author', type: 'text', maxLength: 60 },
      { name: 'role', type: 'text', maxLength: 60 }] },
    { slug: 'numbers', fields: [{ name: 'first', type: 'number' }, { name: 'second', type: 'number' },
      { name: 'third', type: 'number' }, { name: 'note', type: 'text', maxLength: 80 }] },
    { slug: 'call', fields: [{ name: 'heading', type: 'text' }, { name: 'button', type: 'text', maxLength: 40 },
      { name: 'url', type: 'url' }, { name: 'style', type: 'select', options: ['plain', 'strong'] }] },
  ] },
]`;

const config = `collections: [
  { slug: 'products', drafts: true, versions: true, labels: { singular: 'Product', plural: 'Products' }, admin: { useAsTitle: 'name' }, fields: ${product} },
  { slug: 'pages', drafts: true, versions: true, labels: { singular: 'Page', plural: 'Pages' }, admin: { useAsTitle: 'title' }, fields: ${page} },
  { slug: 'brands', admin: { useAsTitle: 'name' }, fields: [{ name: 'name', type: 'text', required: true }] },
], globals: []`;

const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

const blocks = [
  {
    blockType: 'hero',
    heading: 'Trams for all',
    text: 'Every ten minutes.',
    link: 'https://example.com',
    linkLabel: 'Timetable',
  },
  { blockType: 'text', heading: 'The line', body: paragraph('It leads along the harbour.') },
  { blockType: 'quote', text: 'Never late.', author: 'Ada', role: 'Driver' },
  { blockType: 'numbers', first: 12, second: 30, third: 7, note: 'In 2025.' },
  {
    blockType: 'call',
    heading: 'Come along',
    button: 'Buy a ticket',
    url: 'https://example.com/t',
    style: 'strong',
  },
];

describe.skipIf(noBrowser !== null)('in a window of 1280 x 860', { timeout: 60_000 }, () => {
  let server: DashboardServer;
  let api: Api;
  beforeAll(async () => {
    server = await startDashboard('drafts', { auth: true, config });
    api = await server.api();
  }, 60_000);
  afterAll(() => server?.close());

  async function created(slug: string, values: object): Promise<string> {
    const { status, body } = await api('POST', `/api/${slug}`, values);
    expect([status, body]).toEqual([201, body]);
    return `/admin/collections/${slug}/${body.id}`;
  }

  /** The height of the whole page, in windows. */
  const screens = (target: Page): Promise<number> =>
    target.evaluate(() => document.documentElement.scrollHeight / window.innerHeight);

  async function picture(target: Page, name: string): Promise<void> {
    if (shots === undefined) return;
    mkdirSync(shots, { recursive: true });
    await target.screenshot({ path: join(shots, `heights-${name}.png`), fullPage: true });
  }

  test('a product of 36 fields takes one screen and a half', async () => {
    const path = await created('products', {
      name: 'Teapot',
      sku: 'T-1',
      price: 20,
      availableFrom: '2026-05-01',
    });
    const { page } = await openDashboard(server, { path, viewport });
    await page.getByRole('textbox', { name: /^Notes/ }).waitFor();
    await picture(page, 'product');
    expect(await screens(page)).toBeLessThanOrEqual(1.5);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  test('so does a new one', async () => {
    const { page } = await openDashboard(server, { path: '/admin/collections/products/new', viewport });
    await page.getByRole('textbox', { name: /^Notes/ }).waitFor();
    await picture(page, 'new-product');
    expect(await screens(page)).toBeLessThanOrEqual(1.5);
  });

  test('a page of five blocks takes one screen and a bit, and two with all of them unfolded', async () => {
    const path = await created('pages', { title: 'Home', summary: 'A page.', layout: blocks });
    const { page } = await openDashboard(server, { path, viewport });
    await page.locator('.row-toggle').nth(4).waitFor();
    await picture(page, 'page-folded');
    expect(await screens(page)).toBeLessThanOrEqual(1.2);
    await page.getByRole('button', { name: /^Expand all/ }).click();
    await page.locator('.rich-content').waitFor();
    await picture(page, 'page-unfolded');
    expect(await screens(page)).toBeLessThanOrEqual(2);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
