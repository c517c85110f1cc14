/** The navigation of the site leads to every page of `docs/`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';

interface Sidebar {
  readonly chapters: readonly { readonly heading: string; readonly pages: readonly string[] }[];
}

test('every page has one place in the navigation', async () => {
  const file = pathToFileURL(join(packageRoot, 'site/sidebar.js')).href;
  const { chapters } = (await import(file)) as Sidebar;
  const pages = readdirSync(join(packageRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace(/\.md$/, ''));
  expect(chapters.flatMap((chapter) => chapter.pages).sort()).toEqual(pages.sort());
});
