import { expect, test } from 'vitest';
import { chainTo, type Import, importsOf, roomOf, sourceFiles } from './sources.js';

const files = sourceFiles();
const imports = files.flatMap(importsOf);
const loading = imports.filter(({ isTypeOnly }) => !isTypeOnly);
const entries = [
  ...['bin/svc.ts', 'runtime/index.ts', 'runtime/config/index.ts', 'runtime/extension/index.ts'],
  'templates/sdk/index.ts',
  'admin/src/main.tsx',
];

const lowest = ['runtime/errors', 'runtime/util'];
const described = ['runtime/codegen', 'runtime/fields', 'runtime/config', ...lowest];
const adminParts = ['admin/ui', 'admin/i18n', 'admin/browser'];
/** The dashboard talks to the service through the SDK, and knows the types of its metadata. */
const adminOutside = ['templates/sdk', 'runtime/codegen', 'runtime/extension', 'runtime/util'];
const adminFrame = ['admin/app', 'admin/api', ...adminParts, ...adminOutside];
const stored = ['runtime/storage', 'runtime/query', ...described];

/** docs/architecture.md as a table: each layer may import itself and the layers in its list. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  bin: ['generator', 'runtime', 'runtime/cli'],
  generator: ['runtime/extension', ...described],
  'templates/sdk': [],
  admin: ['admin/files', 'admin/app', 'admin/api', ...adminParts],
  'admin/screens': ['admin/accounts', 'admin/fields', 'admin/files', 'admin/documents', ...adminFrame],
  'admin/accounts': ['admin/fields', 'admin/documents', ...adminFrame],
  'admin/fields': ['admin/files', 'admin/documents', ...adminFrame],
  'admin/files': ['admin/documents', ...adminFrame],
  'admin/documents': adminFrame,
  'admin/app': ['admin/api', ...adminParts, ...adminOutside],
  'admin/ui': ['admin/i18n', 'admin/browser', 'templates/sdk'],
  'admin/i18n': ['admin/browser', 'templates/sdk', 'runtime/errors'],
  'admin/api': ['admin/browser', ...adminOutside],
  'admin/browser': [],
  'templates/validators': [],
  runtime: [
    ...['runtime/capabilities', 'runtime/schedule', 'runtime/trash', 'runtime/files', 'runtime/views'],
    ...['runtime/http', 'runtime/auth', 'runtime/settings', 'runtime/mail', 'runtime/access'],
    'runtime/documents',
    ...stored,
  ],
  // The list of capabilities: each is declared in a room below.
  'runtime/capabilities': [
    ...['runtime/schedule', 'runtime/trash', 'runtime/files', 'runtime/views', 'runtime/http'],
    ...['runtime/auth', 'runtime/settings', 'runtime/mail', 'runtime/documents', 'runtime/storage'],
  ],
  // A capability with handlers of its own.
  'runtime/trash': [...['runtime/http', 'runtime/auth', 'runtime/access', 'runtime/documents'], ...stored],
  'runtime/views': [...['runtime/http', 'runtime/auth', 'runtime/access'], ...stored],
  'runtime/schedule': [...['runtime/http', 'runtime/auth', 'runtime/access', 'runtime/documents'], ...stored],
  // The same, which keeps the bytes of files.
  'runtime/files': [...['runtime/http', 'runtime/access', 'runtime/documents'], ...stored],
  'runtime/cli': [
    'runtime/capabilities',
    ...['runtime/files', 'runtime/auth', 'runtime/mail', 'runtime/access', 'runtime/documents'],
    ...stored,
  ],
  'runtime/http': [
    ...['runtime/auth', 'runtime/settings', 'runtime/mail', 'runtime/access'],
    'runtime/documents',
    ...stored,
  ],
  'runtime/documents': ['runtime/access', ...stored],
  'runtime/auth': ['runtime/mail', 'runtime/access', ...stored],
  'runtime/settings': ['runtime/access', ...stored],
  'runtime/mail': stored,
  'runtime/access': ['runtime/query', ...described],
  'runtime/storage': ['runtime/query', 'runtime/fields', 'runtime/codegen', ...lowest],
  'runtime/query': ['runtime/fields', 'runtime/codegen', ...lowest],
  'runtime/fields': ['runtime/config', ...lowest],
  'runtime/codegen': ['runtime/config', 'runtime/fields', ...lowest],
  'runtime/config': ['runtime/codegen', 'runtime/fields', ...lowest],
  // Loaded in the browser: types of the rooms below, and nothing else.
  'runtime/extension': ['runtime/codegen', 'runtime/config', ...lowest],
  'runtime/errors': ['runtime/util'],
  'runtime/util': [],
};

/**
 * Packages that only these layers may import; `svc --help`, a config file and a frontend must never load
 * them.
 */
const packageOwners: Readonly<Record<string, readonly string[]>> = {
  express: ['runtime/http'],
  helmet: ['runtime/http'],
  pino: ['runtime/http', 'runtime'],
  'better-sqlite3': ['runtime/storage'],
  argon2: ['runtime/auth'],
  ioredis: ['runtime/auth'],
  pg: ['runtime/storage'],
  jose: ['runtime/auth'],
  'rate-limiter-flexible': ['runtime/auth'],
  nodemailer: ['runtime/mail'],
  '@fastify/busboy': ['runtime/files'],
  cookie: ['runtime/http'],
  sharp: ['runtime/files'],
  esbuild: ['generator', 'bin'],
  '@babel/parser': ['generator'],
  '@babel/types': ['generator'],
  'redos-detector': ['generator'],
  regjsparser: ['generator'],
  handlebars: ['generator', 'bin', 'runtime/http', 'runtime/mail'],
  'openapi3-ts': ['generator'],
  commander: ['bin'],
  react: [
    'admin',
    'admin/screens',
    'admin/accounts',
    'admin/fields',
    'admin/files',
    'admin/documents',
    'admin/app',
    'admin/api',
    ...adminParts,
  ],
  // An editor moves between a form and a dialog without being drawn again.
  // An extension has the React of the dashboard.
  // A new document changes to the screen of the stored one before the next key.
  'react-dom': ['admin', 'admin/fields', 'admin/app', 'admin/screens'],
  'react-hook-form': ['admin/screens', 'admin/accounts', 'admin/fields', 'admin/documents'],
  '@tanstack/react-query': [
    'admin/screens',
    'admin/accounts',
    'admin/fields',
    'admin/files',
    'admin/documents',
    'admin/app',
    'admin/api',
    'admin/ui',
  ],
  wouter: ['admin/screens', 'admin/fields', 'admin/app', 'admin/ui'],
  'radix-ui': ['admin/app', 'admin/ui'],
  '@dnd-kit/core': ['admin/fields', 'admin/screens'],
  '@dnd-kit/sortable': ['admin/fields', 'admin/screens'],
  '@dnd-kit/utilities': ['admin/fields', 'admin/screens'],
  '@tiptap/react': ['admin/fields', 'admin/screens'],
  '@tiptap/pm': ['admin/fields', 'admin/screens'],
  '@tiptap/starter-kit': ['admin/fields', 'admin/screens'],
  zod: [
    ...['templates/validators', 'runtime/config', 'runtime/codegen', 'runtime/fields', 'runtime/documents'],
    'runtime/auth',
    // It turns the schemas of routes into JSON Schema.
    'generator',
  ],
};

/** Through these files other rooms enter the runtime. */
const doors: Readonly<Record<string, readonly string[]>> = {
  bin: ['runtime/index.ts', 'runtime/cli/index.ts'],
};

/** Packages that the value imports of an entry point must not load. */
const keptLight: Readonly<Record<string, readonly string[]>> = {
  'runtime/config/index.ts': [
    'express',
    'better-sqlite3',
    'pino',
    'helmet',
    'argon2',
    'ioredis',
    'pg',
    'jose',
    'nodemailer',
    'rate-limiter-flexible',
    '@babel/parser',
    'esbuild',
    'handlebars',
  ],
  'templates/sdk/index.ts': ['zod'],
};

function printed(offence: Import): string {
  return [...chainTo(offence.from, entries, imports), offence.to].join('\n    → ');
}

function offences(isWrong: (found: Import) => boolean): readonly string[] {
  return imports.filter(isWrong).map(printed);
}

test('every room has its line in the table of what it may import', () => {
  const rooms = new Set(files.map(roomOf));
  expect([...rooms].filter((room) => !Object.hasOwn(mayImport, room))).toEqual([]);
});

test('a room imports only the rooms that the architecture lets it see', () => {
  const isWrong = ({ from, to, kind }: Import): boolean =>
    kind === 'source' && roomOf(from) !== roomOf(to) && !mayImport[roomOf(from)]?.includes(roomOf(to));
  expect(offences(isWrong)).toEqual([]);
});

/** Responses to the dashboard. */
const shapes: readonly string[] = ['admin-meta', 'admin-overview', 'admin-replies'].map(
  (name) => `runtime/codegen/${name}.ts`,
);

test('the dashboard knows of the server the shape of its metadata and of JSON, and what events there are', () => {
  const isWrong = ({ from, to, isTypeOnly }: Import): boolean =>
    from.startsWith('admin/') &&
    to.startsWith('runtime/') &&
    !(isTypeOnly && shapes.includes(to)) &&
    // What an extension may contain.
    !(isTypeOnly && to.startsWith('runtime/extension/')) &&
    // Where its module finds the dashboard.
    to !== 'runtime/extension/shell.ts' &&
    to !== 'runtime/util/json.ts' &&
    to !== 'runtime/codegen/audit-types.ts' &&
    // And what a reason says of their document.
    to !== 'runtime/codegen/audit-subject.ts' &&
    to !== 'runtime/codegen/document-name.ts' &&
    // The texts of the service by their reasons, which its own pages use too.
    to !== 'runtime/errors/reasons/german.ts' &&
    to !== 'runtime/errors/reasons/say.ts' &&
    !(isTypeOnly && to === 'runtime/errors/reasons/reason.ts') &&
    // Previews the slug that the service makes of a title, with the same rule.
    to !== 'runtime/util/slugify.ts';
  expect(offences(isWrong)).toEqual([]);
});

test.each(Object.entries(doors))('%s enters the runtime by its doors only', (room, allowed) => {
  const isWrong = ({ from, to }: Import): boolean =>
    roomOf(from) === room && to.startsWith('runtime/') && !allowed.includes(to);
  expect(offences(isWrong)).toEqual([]);
});

test('the command line loads no package but commander before it knows the command', () => {
  const atOnce = loading.filter(({ isLazy }) => !isLazy);
  const packages = Object.keys(packageOwners).filter((name) => name !== 'commander');
  const reached = packages.map((name) => chainTo(name, ['bin/run.ts'], atOnce));
  expect(reached.filter((chain) => chain.length > 1).map((chain) => chain.join('\n    → '))).toEqual([]);
});

test('a relative import names a file that exists', () => {
  const known = new Set(files);
  expect(offences(({ to, kind }) => kind === 'source' && !known.has(to))).toEqual([]);
});

test('a package is imported by its own room only', () => {
  const isWrong = ({ from, to, kind }: Import): boolean =>
    kind === 'package' && !(packageOwners[to] ?? []).includes(roomOf(from));
  expect(offences(isWrong)).toEqual([]);
});

test.each(Object.entries(keptLight))('%s loads nothing heavy', (entry, heavy) => {
  const reached = heavy.map((name) => chainTo(name, [entry], loading)).filter((chain) => chain.length > 1);
  expect(reached.map((chain) => chain.join('\n    → '))).toEqual([]);
});

test('no files load each other in a circle', () => {
  expect(circlesAmong(loading.filter(({ kind }) => kind === 'source'))).toEqual([]);
});

test('files need the types of each other in two places only', () => {
  const groups = filesOnCircles(imports.filter(({ kind }) => kind === 'source'));
  expect(groups.filter((file) => !file.startsWith('templates/sdk/'))).toEqual([
    // Tabs contain fields, and a group contains tabs.
    'runtime/config/field-config.ts',
    'runtime/config/layout-config.ts',
  ]);
  // The methods of a client return its errors, and an error of many writes has their results.
  expect(groups.filter((file) => file.startsWith('templates/sdk/')).length).toBeLessThanOrEqual(10);
});

/** The files from which imports lead back to them, and those between two such files. */
function filesOnCircles(imports: readonly Import[]): readonly string[] {
  let left = imports;
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    const from = new Set(left.map((one) => one.from));
    const to = new Set(left.map((one) => one.to));
    left = left.filter((one) => from.has(one.to) && to.has(one.from));
  }
  return [...new Set(left.map((one) => one.from))].sort();
}

/** The circles that a search of the imports, depth first, comes upon: at least one where there are any. */
function circlesAmong(imports: readonly Import[]): readonly string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const chain: string[] = [];
  const circles: string[] = [];
  const visit = (file: string): void => {
    if (chain.includes(file)) circles.push([...chain.slice(chain.indexOf(file)), file].join('\n    → '));
    if (done.has(file)) return;
    done.add(file);
    chain.push(file);
    for (const to of targets.get(file) ?? []) visit(to);
    chain.pop();
  };
  for (const file of targets.keys()) visit(file);
  return circles;
}
