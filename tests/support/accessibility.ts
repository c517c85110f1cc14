import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The part of a page of playwright-core that is used here. */
interface Page {
  evaluate(expression: string): Promise<unknown>;
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** What axe finds on a page by the rules of WCAG 2.2 AA and its own best practices: one line for each place. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(source);
  // As text: this process has no types of the page's globals.
  const found = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )) as readonly Violation[];
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}

/** How far the page is wider than the window: nothing may be cut off or need scrolling sideways (WCAG 2.2, 1.4.10). */
export async function overflowOf(page: Page): Promise<number> {
  return (await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )) as number;
}
