import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { chapters } from '../sidebar.js';

const pages = join(import.meta.dirname, '../pages');

/** The heading of a page. */
function titleOf(page) {
  const [, title = page] = /^# (.+)$/m.exec(readFileSync(join(pages, `docs/${page}.md`), 'utf8')) ?? [];
  return title.replaceAll('`', '');
}

const known = new Set(chapters.flatMap((chapter) => chapter.pages));
const more = readdirSync(join(pages, 'docs'), { recursive: true })
  .filter((name) => name.endsWith('.md') && !known.has(name.slice(0, -3)))
  .map((name) => name.slice(0, -3));
/** New pages can be read before they have got their place. */
const sidebar = more.length === 0 ? chapters : [...chapters, { heading: 'More', pages: more }];

export default defineConfig({
  title: 'svc',
  description: 'One config in; a typed server, a dashboard, an OpenAPI document and an SDK out.',
  srcDir: 'pages',
  outDir: 'dist',
  cleanUrls: false,
  // Pages name servers on the reader's own machine. Every other dead link fails the build.
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    attrs: { disable: true },
    config(markdown) {
      // Pages are text: Vue must not run what stands in braces.
      const plain = (text) => markdown.utils.escapeHtml(text).replaceAll('{{', '&#123;&#123;');
      markdown.renderer.rules.text = (tokens, index) => plain(tokens[index].content);
      markdown.renderer.rules.code_inline = (tokens, index) =>
        `<code v-pre>${plain(tokens[index].content)}</code>`;
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Ten minutes', link: '/docs/getting-started' },
      { text: 'Config', link: '/docs/config' },
      { text: 'SDK', link: '/docs/sdk' },
      { text: 'Changes', link: '/CHANGELOG' },
    ],
    sidebar: sidebar.map(({ heading, pages: names }) => ({
      text: heading,
      items: names.map((name) => ({ text: titleOf(name), link: `/docs/${name}` })),
    })),
  },
});
