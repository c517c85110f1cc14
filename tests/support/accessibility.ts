import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The part of a playwright-core page that is used here. */
interface Page {
  evaluate(expression: string): Promise<unknown>;
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/**
 * The violations that axe finds on a page, by WCAG 2.2 AA and its own best practices: one line per element.
 */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await endAnimations(page);
  // Half a megabyte, once per document.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(`${source};0`);
  // As text, since this project has no types for the globals of a page.
  const found = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )) as readonly Violation[];
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}

/**
 * Waits for the end of animations, during which elements have other colors. It looks again and again:
 * Chromium may never settle `finished` of an animation whose element is hidden meanwhile.
 */
export async function endAnimations(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    const isRunning = ({ timeline, playState, effect }) =>
      // An animation driven by the scroll position never ends.
      timeline === document.timeline &&
      playState === 'running' &&
      effect?.getComputedTiming().endTime !== Infinity;
    const look = () => (document.getAnimations().some(isRunning) ? setTimeout(look, 10) : done(null));
    look();
  })`);
}

/**
 * How many pixels the page is wider than the window; it must need no horizontal scrolling (WCAG 2.2, 1.4.10).
 */
export async function overflowOf(page: Page): Promise<number> {
  return (await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )) as number;
}
