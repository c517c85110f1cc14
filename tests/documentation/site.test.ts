/** The navigation of the site leads to pages of `docs/`. A page that it lacks is shown under "More". */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';

interface Sidebar {
  readonly chapters: readonly { readonly heading: string; readonly pages: readonly string[] }[];
}

test('the navigation has each of its pages once, and only pages that exist', async () => {
  const file = pathToFileURL(join(packageRoot, 'site/sidebar.js')).href;
  const { chapters } = (await import(file)) as Sidebar;
  const pages = readdirSync(join(packageRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace(/\.md$/, ''));
  const listed = chapters.flatMap((chapter) => chapter.pages);
  expect(listed.length).toBeGreaterThan(30);
  expect(listed.filter((page, index) => listed.indexOf(page) !== index)).toEqual([]);
  expect(listed.filter((page) => !pages.includes(page))).toEqual([]);
});
