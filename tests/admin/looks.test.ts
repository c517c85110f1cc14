/** What all screens have in common: letters, colours, density and what is shown first. */
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { noBrowser } from '../support/browser.js';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.js';
import { closeBrowser, cookiesOf, openDashboard, sharedBrowser } from './support/dashboard-browser.js';
import { type DashboardServer, startDashboard } from './support/dashboard-server.js';

const assets = join(packageRoot, 'dist/admin/assets');
const shots = process.env['SVC_TEST_SCREENSHOTS'];

test('the font is at most 45 kB, and comes with its license', () => {
  const fonts = readdirSync(assets).filter((name) => name.endsWith('.woff2'));
  expect(fonts.length).toBe(2);
  for (const font of fonts) expect(statSync(join(assets, font)).size).toBeLessThanOrEqual(45_000);
  const license = readFileSync(join(assets, '../geist-license.txt'), 'utf8');
  expect(license).toContain('SIL OPEN FONT LICENSE');
  expect(license).toMatch(/^Copyright/);
});

test('shadows are those of the three levels, of scrolled edges and inside of frames', () => {
  const sheets = readdirSync(join(packageRoot, 'admin/src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.css'),
  );
  const others = sheets.flatMap((name) =>
    [...readFileSync(join(packageRoot, 'admin/src', name), 'utf8').matchAll(/^ *box-shadow: ([^;]+);/gm)]
      .map(([, value = '']) => value)
      .filter((value) => !/^(var\(--level-[123]\)|none|inset .*|.*var\(--more\))$/.test(value))
      .map((value) => `${name}: ${value}`),
  );
  // It darkens what lies outside of a crop.
  expect(others).toEqual(['screens/edit/file/crop.css: 0 0 0 200vmax oklch(0 0 0 / 55%)']);
});

describe.skipIf(noBrowser !== null)(
  `the looks of all screens${noBrowser ? `: ${noBrowser}` : ''}`,
  { timeout: 90_000 },
  () => {
    let server: DashboardServer;
    let post = '';
    beforeAll(async () => {
      server = await startDashboard('content-tools');
      const api = await server.api();
      const author = (await api('POST', '/api/authors', { name: 'Ada Winter' })).body.id;
      const values = { title: 'A tram line for the old harbour', author, tags: ['trams', 'harbour'] };
      post = (await api('POST', '/api/posts', values)).body.id;
      await api('PATCH', `/api/posts/${post}`, { body: 'Another text.' }, { 'x-draft': 'true' });
    }, 90_000);
    afterAll(async () => {
      await server?.close();
      await closeBrowser();
    });

    const screens = (): readonly string[] => [
      ...['/', '/collections/posts', `/collections/posts/${post}`, `/collections/posts/${post}/versions`],
      ...['/collections/posts/new', '/collections/posts/trash', '/users', '/invites', '/rights'],
      ...['/api-keys', '/audit-log', '/settings/system', '/profile', '/schedule'],
    ];

    async function settled(page: Page, path: string): Promise<void> {
      await page.goto(`/admin${path}`);
      await page.locator('main h1').waitFor();
      await page.waitForLoadState('networkidle');
    }

    test('no text is smaller than 12.5 pixels, and headings of screens have 24 to 28', async () => {
      const { page } = await openDashboard(server);
      for (const path of screens()) {
        await settled(page, path);
        expect(await smallTexts(page), path).toEqual([]);
        const heading = await page
          .locator('main h1')
          .evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize));
        expect(heading, path).toBeGreaterThanOrEqual(24);
        expect(heading, path).toBeLessThanOrEqual(28);
        await picture(page, path);
      }
      await page.setViewportSize({ width: 360, height: 740 });
      for (const path of screens()) {
        await settled(page, path);
        expect(await smallTexts(page), `${path} at 360 pixels`).toEqual([]);
        await picture(page, `${path}-360`);
      }
    });

    test('the letters are those of the dashboard, and nothing moves when their file arrives', async () => {
      const { page } = await openDashboard(server);
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/*.woff2', async (route) => {
        await held;
        await route.continue();
      });
      await page.addInitScript(() => {
        const seen: number[] = [];
        Object.assign(globalThis, { shifts: seen });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.push((entry as unknown as { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(`/admin/collections/posts/${post}`, { waitUntil: 'commit' });
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
      await page.waitForTimeout(500);
      const shifts = (): Promise<number> =>
        page.evaluate(() =>
          (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, each) => sum + each, 0),
        );
      const before = await shifts();
      const loaded = (): Promise<boolean> => page.evaluate(() => document.fonts.check('16px Geist'));
      expect(await loaded(), 'text is shown before the font').toBe(false);
      release();
      await expect.poll(loaded, { timeout: 8000 }).toBe(true);
      await page.waitForTimeout(200);
      expect((await shifts()) - before).toBeLessThan(0.02);
    });

    test('the frame is painted before any script has run, in the colours of the system', async () => {
      const browser = await sharedBrowser();
      for (const colorScheme of ['light', 'dark'] as const) {
        const context = await browser.newContext({
          baseURL: server.url,
          javaScriptEnabled: false,
          colorScheme,
        });
        await context.addCookies(cookiesOf(await server.session('editor'), server.url));
        const page = await context.newPage();
        await page.goto('/admin');
        expect(await page.locator('.sidebar .frame-shape').isVisible()).toBe(true);
        await page.setViewportSize({ width: 360, height: 740 });
        expect(await page.locator('.frame-head').isVisible()).toBe(true);
        await context.close();
      }
    });

    test('the density is chosen in the menu of the account, and kept in this browser', async () => {
      const { page } = await openDashboard(server, { path: '/admin/collections/posts' });
      const row = page.locator('tbody tr').first();
      await row.getByRole('link').first().waitFor();
      const height = async (): Promise<number> => (await row.boundingBox())?.height ?? 0;
      const roomy = await height();
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitemradio', { name: 'Compact' }).click();
      await expect.poll(height).toBeLessThan(roomy - 4);
      await page.reload();
      await row.getByRole('link').first().waitFor();
      expect(await height()).toBeLessThan(roomy - 4);
      expect(await smallTexts(page)).toEqual([]);
      await expectAccessible(page);
      await page.setViewportSize({ width: 360, height: 740 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });

    test('while a screen loads, what is shown has its shape', async () => {
      const { page } = await openDashboard(server);
      await page.route('**/api/posts/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1200));
        await route.continue();
      });
      await page.goto(`/admin/collections/posts/${post}`);
      await page.locator('.loading-form .loading-fields').waitFor();
      await page.getByRole('textbox', { name: 'Title' }).waitFor();
    });

    test('text in every accent colour has a contrast of 4.5 to 1', async () => {
      const { page } = await openDashboard(server, { path: '/admin' });
      await page.locator('main h1').waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate(lowContrasts, accents()), colorScheme).toEqual([]);
      }
    });
  },
);

/** Around the circle of hues, from pale to dark, and the corners of sRGB. */
function accents(): readonly string[] {
  const around = Array.from({ length: 12 }, (_each, index) => index * 30).flatMap((hue) =>
    [0.3, 0.5, 0.62, 0.7, 0.8, 0.95].map((light) => `oklch(${light} 0.18 ${hue})`),
  );
  return [...around, '#fff', '#000', '#777', '#ff0', '#0f0', '#0ff', '#f0f', '#00f', '#f00', '#eab308'];
}

/** Runs in the page. Returns the pairs of colours below 4.5:1. */
function lowContrasts(colours: readonly string[]): readonly string[] {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('There is no canvas.');
  const probe = document.body.appendChild(document.createElement('i'));
  const luminance = (name: string): number => {
    probe.style.color = `var(${name})`;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = getComputedStyle(probe).color;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one: string, other: string): number => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const pairs = [
    ['--on-accent', '--accent'],
    ['--on-accent', '--accent-hover'],
    ...['--surface', '--canvas', '--raised', '--accent-soft'].map((under) => ['--accent-ink', under]),
  ] as const;
  const low = colours.flatMap((colour) => {
    document.documentElement.style.setProperty('--accent', colour);
    return pairs.flatMap(([ink = '', under = '']) => {
      const found = contrast(ink, under);
      return found < 4.5 ? [`${colour}: ${ink} on ${under}: ${found.toFixed(2)}`] : [];
    });
  });
  document.documentElement.style.removeProperty('--accent');
  probe.remove();
  return low;
}

/** The texts of a page that are shown smaller than 12.5 pixels, each with its size. */
async function smallTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement, textContent } = node;
      if (parentElement === null || textContent?.trim() === '' || !parentElement.checkVisibility()) continue;
      const size = Number.parseFloat(getComputedStyle(parentElement).fontSize);
      if (size < 12.5) found.push(`${size} px: ${textContent?.trim()}`);
    }
    for (const input of document.querySelectorAll('input, textarea, select')) {
      const size = Number.parseFloat(getComputedStyle(input).fontSize);
      if (size < 12.5) found.push(`${size} px: ${input.outerHTML.slice(0, 80)}`);
    }
    return found;
  });
}

async function picture(page: Page, name: string): Promise<void> {
  if (shots === undefined) return;
  mkdirSync(shots, { recursive: true });
  const file = name.replace(/[0-9a-f-]{36}/, 'id').replaceAll('/', '-');
  await page.screenshot({ path: join(shots, `looks${file}.png`) });
}
