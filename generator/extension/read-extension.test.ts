import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError } from '../../runtime/errors/config-error.js';
import { scratchFolder } from '../../tests/support/emitted.js';
import { type GenerateResult, generate } from '../generate.js';

interface Made extends GenerateResult {
  readonly folder: string;
  readonly brand: Readonly<Record<string, string>>;
  readonly meta: {
    readonly branding: { readonly extension?: { readonly module: string; readonly css: string | null } };
  };
}

const posts = `{ slug: 'posts', fields: [{ name: 'title', type: 'text', admin: { widget: 'own' } }] }`;

async function made(files: Readonly<Record<string, string>>, admin = ''): Promise<Made> {
  const folder = scratchFolder();
  const all = {
    'svc.config.ts': `import { defineConfig } from 'svc';
export default defineConfig({ admin: { extensions: './admin/extensions.tsx', ${admin} }, collections: [${posts}] });
`,
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const result = await generate({ cwd: folder });
  const read = (name: string): string => readFileSync(join(folder, 'generated', name), 'utf8');
  return { ...result, folder, brand: JSON.parse(read('brand.json')), meta: JSON.parse(read('admin.json')) };
}

/** An extension whose only widget is that of the field. */
const extension = (more: string, head = ''): string => `import { defineAdmin } from 'svc/admin';
${head}
export default defineAdmin({ widgets: { own: () => null }, ${more} });
`;

async function issuesOf(
  source: string,
  files: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  try {
    await made({ 'admin/extensions.tsx': source, ...files });
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.issues.map(
        ({ file, line, path, message, suggestion = '' }) =>
          `${file?.split('/').slice(-2).join('/')}:${line} ${path} ${message} ${suggestion}`,
      );
    }
    throw error;
  }
  return [];
}

const text = (brand: Readonly<Record<string, string>>, address: string): string =>
  Buffer.from(brand[address.replace('/admin/brand/', '')] ?? '', 'base64').toString('utf8');

test('it is one module with a hash in its name, with what it imports, and without React and secrets', async () => {
  const { brand, meta, sources, folder } = await made({
    'admin/extensions.tsx': extension(
      'pages: [{ path: "p", title: "P", component: Page }]',
      `import { Page } from './page.js'; import './page.css';`,
    ),
    'admin/page.tsx': `import { useState } from 'react';
export function Page() { const [words] = useState('found me'); return <p>{words}{process.env.NODE_ENV}</p>; }`,
    'admin/page.css': '.own { color: red }',
  });
  const { module = '', css = '' } = meta.branding.extension ?? {};
  expect(module).toMatch(/^\/admin\/brand\/extension-[A-Z0-9]{8}\.js$/);
  expect(css).toMatch(/^\/admin\/brand\/extension-[A-Z0-9]{8}\.css$/);
  expect(text(brand, module)).toContain('found me');
  expect(text(brand, module)).not.toMatch(/useSyncExternalStore|process\.env/);
  expect(text(brand, css ?? '')).toContain('.own{color:red}');
  const own = ['admin/extensions.tsx', 'admin/page.css', 'admin/page.tsx'].map((path) => join(folder, path));
  expect(sources.filter((path) => path.includes('/admin/')).sort()).toEqual(own);
  // Another content has another address; the same has the same.
  expect((await generate({ cwd: folder })).written).toEqual([]);
  writeFileSync(join(folder, 'admin/page.css'), '.own { color: blue }');
  expect(
    (await generate({ cwd: folder })).written.map((path) => path.slice(folder.length + 1)).sort(),
  ).toEqual(['generated/admin.json', 'generated/brand.json']);
}, 60_000);

test('a part that is imported by a call is a file of its own', async () => {
  const { brand } = await made({
    'admin/extensions.tsx': extension(
      'pages: [{ path: "p", title: "P", component: Page }]',
      `import { lazy } from 'react'; const Page = lazy(() => import('./page.js'));`,
    ),
    'admin/page.tsx': 'export default function Page() { return <p>far away</p>; }',
  });
  const withText = Object.keys(brand).filter((name) => text(brand, name).includes('far away'));
  expect(withText).toEqual([expect.stringMatching(/^page-|^extension-part-/)]);
}, 60_000);

test('the module is the extension, however many parts are imported by calls', async () => {
  const numbers = Array.from({ length: 9 }, (_, index) => index);
  const { brand, meta } = await made({
    'admin/extensions.tsx': extension(
      `pages: [${numbers.map((n) => `{ path: "p${n}", title: "P", component: pages[${n}] }`)}]`,
      `import { lazy } from 'react';
const pages = [${numbers.map((n) => `lazy(() => import('./page${n}.js'))`)}];`,
    ),
    ...Object.fromEntries(
      numbers.map((n) => [`admin/page${n}.tsx`, `export default () => <p>far away {${n}}</p>;`]),
    ),
  });
  const module = text(brand, meta.branding.extension?.module ?? '');
  expect(module).toMatch(/createClient/);
  expect(module).toMatch(/as extension\b/);
  expect(module).not.toContain('far away');
}, 60_000);

test('without an extension nothing is added', async () => {
  const folder = scratchFolder();
  writeFileSync(
    join(folder, 'svc.config.ts'),
    "import { defineConfig } from 'svc';\nexport default defineConfig({ collections: [{ slug: 'posts', fields: [{ name: 'a', type: 'text' }] }] });",
  );
  await generate({ cwd: folder });
  expect(readFileSync(join(folder, 'generated/admin.json'), 'utf8')).not.toContain('extension');
  expect(readFileSync(join(folder, 'svc-env.d.ts'), 'utf8')).not.toContain('admin');
}, 60_000);

test('a missing file is reported at the option', async () => {
  const error = await made({}).catch((cause: unknown) => cause);
  expect(String(error)).toContain(
    'svc.config.ts:2 admin.extensions: names "./admin/extensions.tsx", which is not a file next to the config.',
  );
}, 60_000);

test.each([
  ['admin/extension.tsx', './admin/extension.tsx'],
  ['admin/extensions.jsx', './admin/extensions.jsx'],
])(
  'where %s is, it is suggested',
  async (present, suggested) => {
    const error = await made({ [present]: '' }).catch((cause: unknown) => cause);
    expect(String(error)).toContain(`Did you mean "${suggested}"?`);
  },
  60_000,
);

test.each([
  ['/x.tsx', 'not "/x.tsx"'],
  ['https://example.com/x.tsx', 'not "https://example.com/x.tsx"'],
  ['./x.css', 'not "./x.css"'],
])(
  'admin.extensions refuses %s',
  async (own, message) => {
    const error = await made({}, `extensions: '${own}'`).catch((cause: unknown) => cause);
    expect(String(error)).toContain('must be a file next to the config such as "./admin/extensions.tsx"');
    expect(String(error)).toContain(message);
  },
  60_000,
);

test('what cannot be bundled is reported with file and line', async () => {
  expect(await issuesOf(extension('', "import { a } from './gone.js'; console.log(a);"))).toEqual([
    'admin/extensions.tsx:2  Could not resolve "./gone.js". ',
  ]);
  expect(
    await issuesOf(extension('', "import './page.js';"), { 'admin/page.tsx': '\nexport const = 1;' }),
  ).toEqual(['admin/page.tsx:2  Expected identifier but found "=". ']);
  expect(await issuesOf('export const a = 1;')).toEqual([
    'admin/extensions.tsx:null  has no default export: write export default defineAdmin({ ... }). ',
  ]);
}, 60_000);

test('the server and its secrets do not get into the bundle', async () => {
  const [server] = await issuesOf(extension('', "import { refuse } from 'svc'; console.log(refuse);"));
  expect(server).toContain('admin/extensions.tsx:2  "svc" is for servers');
  const [config] = await issuesOf(
    extension('', "import config from '../svc.config.js'; console.log(config);"),
  );
  expect(config).toContain('svc.config.ts:1  "svc" is for servers');
  const [render] = await issuesOf(extension('', "import * as r from 'react-dom/server'; console.log(r);"));
  expect(render).toContain('"react-dom/server" is not in the dashboard');
}, 60_000);

const page = "title: 'P', component: () => null";

test.each([
  [`pages: [{ path: 'a', icon: 'clokc', ${page} }]`, 'pages[0].icon must be'],
  [`pages: [{ path: 'a', icon: 'flg', ${page} }]`, 'flag'],
  [`pages: [{ path: '/a', ${page} }]`, 'pages[0].path must be a path of lower-case letters'],
  [`pages: [{ path: 'a/../b', ${page} }]`, 'pages[0].path must be a path'],
  [`pages: [{ path: 'a.js', ${page} }]`, 'pages[0].path must be a path'],
  [`pages: [{ path: 'a', ${page} }, { path: 'a', ${page} }]`, 'pages[1] repeats "a" of pages[0]'],
  [`pages: [{ path: 'a/:b', ${page} }, { path: 'a/:c', ${page} }]`, 'pages[1] repeats "a/:" of pages[0]'],
  [`pages: [{ path: 'a', title: 'A' }]`, 'pages[0] needs "component"'],
  [`pages: [{ path: 'a', ${page}, colour: 1 }]`, 'has no option "colour"'],
  [
    `navigation: [{ label: 'A', href: 'javascript:alert(1)' }]`,
    'must be an address that begins with https://',
  ],
  [
    `navigation: [{ label: 'A', href: 'http://example.com' }]`,
    'must be an address that begins with https://',
  ],
  [`navigation: [{ label: 'A', page: 'b' }]`, 'navigation[0].page must be'],
  [`navigation: [{ label: 'A' }]`, 'must have one of page, collection and href'],
  [`navigation: [{ label: 'A', collection: 'post' }]`, 'posts'],
  [
    `navigation: [{ label: 'A', href: 'https://example.com', where: {} }]`,
    'navigation[0].where filters a collection, and there is none',
  ],
  [`cells: { post: {} }`, 'posts'],
  [`cells: { posts: { titel: () => null } }`, 'title'],
  [`actions: [{ collection: 'post', name: 'a', label: 'A', run() {} }]`, 'actions[0].collection must be'],
  [`actions: [{ collection: 'posts', name: 'a', label: 'A' }]`, 'actions[0] needs "run"'],
  [`overview: [{ title: 'A' }]`, 'overview[0] needs "component"'],
  ['page: []', 'the extension has no option "page"'],
])(
  'svc generate refuses %s',
  async (more, message) => {
    expect((await issuesOf(extension(more))).join('\n')).toContain(message);
  },
  60_000,
);

test('a widget that nothing draws is reported, and one that two things draw', async () => {
  const [unknown] = await issuesOf(extension('').replace('own:', 'owm:'));
  expect(unknown).toContain(
    `svc.config.ts:2 collections.posts.fields.title admin.widget names "own", which is neither a widget of the extension nor one of the config's admin.widgets. owm`,
  );
  const error = await made(
    { 'admin/extensions.tsx': extension(''), 'own.js': 'export function mount() {}' },
    "widgets: { own: './own.js' }",
  ).catch((cause: unknown) => cause);
  expect(String(error)).toContain('widgets.own: is also one of admin.widgets of the config.');
}, 60_000);

test('an extension that needs a browser at once is bundled without these checks', async () => {
  const { meta, folder, unchecked } = await made({
    'admin/extensions.tsx': extension("pages: [{ path: '/wrong', title: window.name }]"),
  });
  expect(meta.branding.extension).toBeDefined();
  expect(unchecked).toBe(join(folder, 'admin/extensions.tsx'));
}, 60_000);
