/**
 * Takes the pictures of docs/admin.md again, in light and dark colours and 360 pixels wide:
 * `npm run docs:pictures`. The dashboard is that of the fixture `website`, with some content.
 */
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { picture } from '../../fixtures/blog/demo/picture.js';
import { packageRoot } from '../../runtime/util/package-root.js';
import { endAnimations } from '../support/accessibility.js';
import { type Browser, openBrowser, type Page } from '../support/browser.js';
import { startServer } from '../support/server-process.js';
import { projectFolder, svc, svcBinary } from '../support/svc-command.js';

const email = 'ada@example.com';
const password = 'Violet-Tram-7-Lantern';
const target = join(packageRoot, 'docs/pictures');

type Send = (
  method: string,
  path: string,
  body: object,
  headers?: object,
) => Promise<{ readonly id: string }>;

/** Sends requests as the administrator. */
async function signedIn(url: string): Promise<Send> {
  const send = (path: string, init: RequestInit): Promise<Response> => fetch(`${url}${path}`, init);
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password });
  const login = await send('/api/auth/login', { method: 'POST', headers: json, body });
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  return async (method, path, data, headers = {}) => {
    const isForm = data instanceof FormData;
    const init = {
      method,
      headers: { ...(!isForm && json), cookie, ...headers },
      body: isForm ? data : JSON.stringify(data),
    };
    const answer = await send(path, init);
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as { readonly id: string };
  };
}

function richText(...paragraphs: readonly string[]): object {
  const content = paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }));
  return { type: 'doc', content };
}

const titles = [
  'A tram line for the old harbour',
  'How we plan with little data',
  'Five typefaces for timetables',
  'What the ferry taught us',
  'Notes on a brick theatre',
  'The year in maps',
];

/** Fills the website. Returns the path of the document whose form is shown. */
async function fill(send: Send): Promise<string> {
  const ada = await send('POST', '/api/team', { name: 'Ada Winter', role: 'Editor' });
  const bo = await send('POST', '/api/team', { name: 'Bo Lindqvist', role: 'Designer' });
  const news = await send('POST', '/api/categories', { title: 'News' });
  const work = await send('POST', '/api/categories', { title: 'Work' });
  const media = new FormData();
  media.append('data', JSON.stringify({ alt: 'The sun above the harbour' }));
  media.append('file', new Blob([picture()], { type: 'image/png' }), 'harbour.png');
  const image = await send('POST', '/api/media', media);
  const ids: string[] = [];
  for (const [index, title] of titles.entries()) {
    const post = {
      title,
      publishedAt: `2026-0${index + 1}-12T09:00:00Z`,
      heroImage: image.id,
      authors: [index % 2 === 0 ? ada.id : bo.id],
      categories: [index % 3 === 0 ? news.id : work.id],
      text: richText(
        'The first rails were laid before there was a plan, and nobody has found one since.',
        'We walked the line with those who drive it, and wrote down what they told us.',
      ),
    };
    const isDraft = index === titles.length - 1;
    const made = await send('POST', '/api/posts', post, isDraft ? { 'x-draft': 'true' } : {});
    ids.push(made.id);
  }
  const [first = ''] = ids;
  await send('PATCH', `/api/posts/${first}`, { title: `${titles[0]}, again` }, { 'x-draft': 'true' });
  return `/admin/collections/posts/${first}`;
}

/** The screens of docs/admin.md: name, path, and what is there when the screen is complete. */
function screensOf(form: string): readonly (readonly [name: string, path: string, sign: string])[] {
  return [
    ['overview', '/admin', 'main nav, main section, main ul'],
    ['list', '/admin/collections/posts', `text=${titles[1]}`],
    ['cards', '/admin/collections/posts?look=grid', `text=${titles[1]}`],
    ['form', form, 'body:has(.ProseMirror) .target img'],
    ['history', `${form}/versions`, '.versions'],
    ['library', '/admin/collections/media', '.library-card img'],
    ['new', '/admin/collections/pages/new', '[data-field]'],
    ['schedule', '/admin/schedule', 'main h1'],
    ['users', '/admin/users', 'main table'],
    ['rights', '/admin/rights', 'main table'],
  ];
}

/** With 256 colours: a third of the bytes, and the same to the eye. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForSelector('main h1');
  await page.evaluate('document.fonts.ready.then(() => null)');
  await endAnimations(page);
  const taken = await page.screenshot();
  await sharp(taken)
    .png({ palette: true, quality: 90, effort: 10, compressionLevel: 9 })
    .toFile(join(target, `${name}.png`));
}

async function takeAll(browser: Browser, url: string, form: string): Promise<void> {
  const looks = [
    ['light', 'light', { width: 1280, height: 800 }],
    ['dark', 'dark', { width: 1280, height: 800 }],
    ['360', 'light', { width: 360, height: 740 }],
  ] as const;
  for (const [look, colorScheme, viewport] of looks) {
    const page = await browser.newPage({ colorScheme, viewport });
    await page.goto(`${url}/admin`);
    await page.fill('input[type=email]', email);
    await page.fill('input[type=password]', password);
    await page.click('button[type=submit]');
    await page.waitForSelector('main nav, main section, main ul');
    for (const [name, path, sign] of screensOf(form)) {
      await page.goto(`${url}${path}`);
      await page.waitForSelector(sign);
      await take(page, `${name}-${look}`);
    }
    await page.close();
  }
}

mkdirSync(target, { recursive: true });
using folder = projectFolder({
  'svc.config.ts': `import { defineConfig } from 'svc';
import fixture from './website.config.js';

export default defineConfig({ ...fixture, auth: { secret: process.env.SVC_SECRET } } as never);
`,
});
for (const name of ['blocks', 'fields', 'svc.config.ts']) {
  const source = join(packageRoot, 'fixtures/website', name);
  cpSync(source, join(folder.path, name === 'svc.config.ts' ? 'website.config.ts' : name), {
    recursive: true,
  });
}
const environment = {
  SVC_SECRET: 'only-for-pictures-0123456789-abcdefgh',
  SVC_ADMIN_EMAIL: email,
  SVC_ADMIN_PASSWORD: password,
  SVC_RATE_LIMIT: 'off',
};
const built = await svc(['build'], { cwd: folder.path });
if (built.code !== 0) throw new Error(built.stderr);
const options = { cwd: folder.path, env: environment };
await using server = await startServer(process.execPath, [svcBinary, 'start'], options);
const form = await fill(await signedIn(server.url));
const browser = await openBrowser();
try {
  await takeAll(browser, server.url, form);
} finally {
  await browser.close();
}
