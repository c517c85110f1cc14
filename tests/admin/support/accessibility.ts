import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { endAnimations } from '../../support/accessibility.js';

const axe: string = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2, levels A and AA, and the best practices of axe-core. */
const tags: readonly string[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Fails with the violations that axe-core finds on the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
}

/**
 * The violations that axe-core finds on the current page, including target sizes (24 pixels, WCAG 2.5.8): one
 * text per element.
 */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await endAnimations(page);
  // Half a megabyte, once per document.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(`${axe};0`);
  const violations = (await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(tags)}, resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then((result) => result.violations)`,
  )) as readonly Violation[];
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter((node) => !(id === 'region' && isOverlay(node)))
      .map(({ html, failureSummary = '' }) => `${id}: ${help}\n${html.slice(0, 200)}\n${failureSummary}`),
  );
}

/** Floating menus and lists are outside of the landmarks, as ARIA allows. */
function isOverlay({ html }: { readonly html: string }): boolean {
  return /^<div (data-radix-popper|role="listbox")/.test(html);
}

/** Fails if the page is wider than the window, which would need horizontal scrolling (WCAG 1.4.10). */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess).toBeLessThanOrEqual(0);
}
