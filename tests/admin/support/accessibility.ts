import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axe: string = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2, levels A and AA, and what is good practice besides. */
const tags: readonly string[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Fails with what axe-core finds wrong on the page as it is now, targets of 24 pixels included (WCAG 2.5.8). */
export async function expectAccessible(page: Page): Promise<void> {
  // What moves has another colour on its way.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      // What follows a scroll position never ends.
      .filter(({ timeline }) => timeline === document.timeline)
      .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.all(ending.map((each) => each.finished.catch(() => null))).then(() => null);
  });
  await page.evaluate(`${axe};0`);
  const violations = (await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(tags)}, rules: { 'target-size': { enabled: true } } }).then((result) => result.violations)`,
  )) as readonly Violation[];
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter((node) => !(id === 'region' && isOverlay(node)))
      .map(({ html, failureSummary = '' }) => `${id}: ${help}\n${html.slice(0, 200)}\n${failureSummary}`),
  );
  expect(found).toEqual([]);
}

/** Menus and lists that float stand beside the landmarks, where ARIA has them. */
function isOverlay({ html }: { readonly html: string }): boolean {
  return /^<div (data-radix-popper|role="listbox")/.test(html);
}

/** Fails where the page is wider than the window, so that one would have to scroll sideways (WCAG 1.4.10). */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess).toBeLessThanOrEqual(0);
}
