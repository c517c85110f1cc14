import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '../../runtime/errors/config-error.js';
import { loadConfig } from './load-config.js';

const repository = join(import.meta.dirname, '../..');

function project(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-source-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(repository, join(folder, 'node_modules/svc'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** `file:line path` of every issue. A line that has one ends in the comment `// !`. */
async function places(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const cwd = project(files);
  const error: unknown = await loadConfig({ cwd }).catch((thrown: unknown) => thrown);
  if (!(error instanceof ConfigError)) throw new Error('The config has no fault.', { cause: error });
  return error.issues.map(
    ({ file, line, path }) => `${file === null ? '' : relative(cwd, file)}:${line} ${path}`,
  );
}

/** The marked lines, as {@link places} returns them but without the path. */
function marked(files: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(files).flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) => (line.endsWith('// !') ? [`${file}:${index + 1}`] : [])),
  );
}

async function expectMarked(files: Readonly<Record<string, string>>): Promise<void> {
  const found = (await places(files)).map((place) => place.split(' ')[0]);
  expect([...new Set(found)].sort()).toEqual([...marked(files)].sort());
}

const start = `import { defineConfig } from 'svc';\n`;

describe('a fault names its line', () => {
  test('in one file', async () => {
    const files = {
      'svc.config.ts': `${start}
export default defineConfig({
  naem: 'x', // !
  limits: {
    maxDepth: 'x', // !
  },
  server: { cors: {
    origins: [
      'https://example.com',
      'example.com', // !
    ] } },
  collections: [
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'a', type: 'txt' }, // !
        {
          name: 'b',
          type: 'text',
          min: 3, // !
        },
        { // !
          name: 'c',
          type: 'select',
        },
        { type: 'text' }, // !
        {
          name: 'd',
          type: 'select',
          options: [
            'x',
            'x', // !
          ],
        },
        { name: 'e', type: 'group', fields: [
          { name: 'f', type: 'relationship', to: 'nowhere' }, // !
          { name: 'g', type: 'array', fields: [
            { name: 'h', type: 'text', unique: true }, // !
          ] },
          { name: 'i', type: 'blocks', blocks: [
            { slug: 'j', fields: [
              { name: 'k', type: 'number', minLength: 3 }, // !
            ] },
            { slug: 'j', fields: [{ name: 'l', type: 'text' }] }, // !
          ] },
        ] },
        {
          name: 'title', // !
          type: 'text',
        },
      ],
      admin: {
        useAsTitle: 'titel', // !
        defaultColumns: [
          'title',
          'titel', // !
        ],
      },
      'defaultSort': 'titel', // !
      indexes: [
        { fields: ['title'] },
        { fields: ['titel'] }, // !
      ],
      hooks: {
        beforeUpdate() {}, // !
      },
    },
    null, // !
    { // !
      slug: 'empty',
    },
  ],
  globals: [
    {
      slug: 'system', // !
      fields: [{ name: 'a', type: 'text' }],
    },
  ],
});
`,
    };
    await expectMarked(files);
  });

  test('in the file of the part, however it gets into the config', async () => {
    const files = {
      'svc.config.ts': `${start}import authors, { type A } from './collections/authors.js';
import { posts as articles } from './collections/index.js';
import * as parts from './parts.js';
import { limits } from './limits.js';
const config = defineConfig({
  limits,
  collections: [articles, authors, parts.tags, { slug: 'pages', fields: parts.fields.page }],
  globals: parts.globals,
} as never);
export type { A };
export { config as default };
`,
      'collections/index.ts': `export * from './posts.js';\nexport { x } from './x.js';\n`,
      'collections/x.ts': `export const x = 1;\n`,
      'collections/posts.ts': `import type { CollectionConfig } from 'svc';
import { seo } from '../fields/seo.js';
const shared = [{ name: 'a', type: 'txt' }]; // !
export const posts = {
  slug: 'posts',
  fields: [
    ...shared,
    seo,
    { name: 'b', type: 'txt' }, // !
  ],
} as unknown as CollectionConfig;
`,
      'collections/authors.ts': `export type A = 1;
export default {
  slug: 'authors',
  fields: [{ name: 'a', type: 'txt' }], // !
};
`,
      'fields/seo.ts': `export const seo = ({
  name: 'seo',
  type: 'group',
  fields: [
    { name: 'title', type: 'text', hidden: true }, // !
  ],
} satisfies object)!;
`,
      'parts.ts': `export const tags = Object.freeze({
  slug: 'tags',
  fields: [
    { name: 'a', type: 'txt' }, // !
  ],
});
export const fields = {
  page: [
    { name: 'a', type: 'txt' }, // !
  ],
};
const site = {
  slug: 'site',
  fields: [{ name: 'b', type: 'txt' }], // !
};
export { site };
export const globals = [site];
`,
      'limits.ts': `export const limits = {
  maxLimit: 0, // !
};
`,
    };
    await expectMarked(files);
  });

  test('in helper functions: where the mistake is written', async () => {
    const files = {
      'svc.config.ts': `${start}
const text = (name: string, options: object = {}): never => ({ name, type: 'text', ...options }) as never;
function group(name: string, { fields, label }: { fields: unknown[]; label?: string }): never {
  const shown = label ?? name;
  return { name, type: 'group', fields, label: shown } as never;
}
const broken = (): never => ({
  name: 'broken',
  type: 'txt', // !
}) as never;
const collection = (slug: string, fields: unknown[]): never => ({ slug, fields }) as never;
export default defineConfig({
  collections: [
    collection('posts', [
      text('title'),
      text('1st'), // !
      text('short', { min: 1 }), // !
      group('seo', {
        fields: [
          { name: 'inner', type: 'txt' }, // !
        ],
      }),
      broken(),
    ]),
    collection('Tags', [text('a')]), // !
  ],
});
`,
    };
    await expectMarked(files);
  });

  test('with conditions and spreads: by name', async () => {
    const files = {
      'svc.config.ts': `${start}
const flag = process.env['SVC_NO_SUCH_VARIABLE'] === undefined;
const base = { fields: [{ name: 'a', type: 'txt' }] }; // !
export default defineConfig({
  collections: [
    ...(flag ? [{ slug: 'first', ...base }] : [{ slug: 'other', fields: [] }]),
    { slug: 'second', ...(flag ? {} : {}), fields: [
      ...[1, 2].map((n) => ({ name: 'made' + n, type: 'text' })),
      { name: 'b', type: 'txt' }, // !
      { name: 'c', type: 'txt' }, // !
    ] },
  ],
} as never);
`,
    };
    await expectMarked(files);
  });

  test('else the line of the nearest part that can be found', async () => {
    const config = `${start}
export default defineConfig({
  collections: [
    {
      slug: 'posts',
      fields: ['a', 'b'].map((name) => ({ name, type: 'txt' })), // !
    },
    ...[1].map(() => ({ slug: 'made', fields: [] })),
  ],
} as never);
`;
    expect(await places({ 'svc.config.ts': config })).toEqual([
      'svc.config.ts:4 collections.made.fields',
      'svc.config.ts:7 collections.posts.fields.a',
      'svc.config.ts:7 collections.posts.fields.b',
    ]);
  });

  test('and the line of the config where nothing of it can be read', async () => {
    expect(
      await places({
        'svc.config.ts': `\nexport default JSON.parse('{ "collections": [{ "slug": "A" }] }');\n`,
      }),
    ).toEqual(['svc.config.ts:2 collections.A', 'svc.config.ts:2 collections.A']);
  });

  test('in JavaScript, with module.exports too', async () => {
    await expectMarked({
      'svc.config.js': `export default {\n  naem: 'x', // !\n  globals: [{ slug: 'a', fields: [{ name: 'a', type: 'text' }] }],\n};\n`,
    });
    expect(
      await places({
        'svc.config.js': `module.exports = { naem: 'x', globals: [{ slug: 'a', fields: [{ name: 'a', type: 'text' }] }] };`,
      }),
    ).toEqual(['svc.config.js:null ']);
  });

  test('sources that go in circles end', async () => {
    const config = `import { a } from './a.js';\nexport default { collections: a };\n`;
    const circle = {
      'a.ts': `import { b } from './b.js';\nexport const a: unknown = b ?? 7;\n`,
      'b.ts': `import { a } from './a.js';\nexport const b: unknown = a;\n`,
    };
    const found = await loadConfig({ cwd: project({ 'svc.config.ts': config, ...circle }) }).catch(
      (error: unknown) => error,
    );
    expect(found).toBeInstanceOf(ConfigError);
  });
});

describe('comments', () => {
  async function docs(files: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
    return (await loadConfig({ cwd: project(files) })).docs;
  }

  test('above collections, globals, fields and blocks', async () => {
    const config = `${start}
/** Not about a collection. */
export default defineConfig({
  /** Nor this. */
  collections: [
    /** Articles. */
    {
      /** Nor this. */
      slug: 'posts',
      fields: [
        /** What it is called. */
        { name: 'title', type: 'text' }, /** Of the same line. */ { name: 'sub', type: 'text' },
        { name: 'none', type: 'text' }, /** About the one before, so about none. */
        // Not for users.
        { name: 'line', type: 'text' },
        /* Nor this. */
        { name: 'plain', type: 'text' },
        /** Older. */
        /** For search engines. */
        // biome-ignore lint: a remark between.
        {
          name: 'seo',
          type: 'group',
          fields: [/** Title there. */ { name: 'title', type: 'text' }],
        },
        {
          name: 'layout',
          type: 'blocks',
          blocks: [
            /** On top. */
            { slug: 'hero', fields: [
              /** In large letters. */
              { name: 'heading', type: 'text' },
            ] },
          ],
        },
        /** Rows. */
        { name: 'rows', type: 'array', fields: [
          /** Of a row. */
          { name: 'label', type: 'text' },
        ] },
        /***/
        { name: 'empty', type: 'text' },
        /** */
        { name: 'blank', type: 'text' },
      ],
    },
  ],
  globals: [
    /** The site. */
    { slug: 'site', fields: [/** Its name. */ { name: 'title', type: 'text' }] },
  ],
});
`;
    expect(await docs({ 'svc.config.ts': config })).toEqual({
      'collections.posts': 'Articles.',
      'collections.posts.fields.title': 'What it is called.',
      'collections.posts.fields.sub': 'Of the same line.',
      'collections.posts.fields.seo': 'For search engines.',
      'collections.posts.fields.seo.fields.title': 'Title there.',
      'collections.posts.fields.layout.blocks.hero': 'On top.',
      'collections.posts.fields.layout.blocks.hero.fields.heading': 'In large letters.',
      'collections.posts.fields.rows': 'Rows.',
      'collections.posts.fields.rows.fields.label': 'Of a row.',
      'globals.site': 'The site.',
      'globals.site.fields.title': 'Its name.',
    });
  });

  test('above constants in other files, unless the place of use has its own', async () => {
    const files = {
      'svc.config.ts': `${start}import { posts, tags } from './collections.js';
import { fields } from './fields.js';
export default defineConfig({
  collections: [posts, /** Of this place. */ tags, { slug: 'pages', fields: [fields.title, ...fields.more] }],
});
`,
      'collections.ts': `import { defineCollection } from 'svc';
import { seo } from './fields.js';
/** Articles. */
export const posts = defineCollection({ slug: 'posts', fields: [seo('x')] });
/** Of the constant. */
const tags = { slug: 'tags', fields: [/** Word. */ { name: 'word', type: 'text' }] } as const;
export { tags };
`,
      'fields.ts': `import type { FieldConfig } from 'svc';
/** Makes a group: not about the field. */
export function seo(label: string): FieldConfig {
  return { name: 'seo', type: 'group', label, fields: [
    /** Shown by search engines. */
    { name: 'title', type: 'text' },
  ] };
}
export const fields: { title: FieldConfig; more: FieldConfig[] } = {
  /** In a map. */
  title: { name: 'title', type: 'text' },
  /** About the list. */
  more: [
    /** In a list. */
    { name: 'more', type: 'text' },
  ],
};
`,
    };
    expect(await docs(files)).toEqual({
      'collections.posts': 'Articles.',
      'collections.posts.fields.seo.fields.title': 'Shown by search engines.',
      'collections.tags': 'Of this place.',
      'collections.tags.fields.word': 'Word.',
      'collections.pages.fields.title': 'In a map.',
      'collections.pages.fields.more': 'In a list.',
    });
  });

  test('named like members of every object', async () => {
    const config = `${start}
export default defineConfig({ collections: [
  /** A. */
  { slug: 'constructor', fields: [
    /** B. */
    { name: 'toString', type: 'text' },
    /** C. */
    { name: 'constructor', type: 'text' },
  ] },
] });
`;
    expect(await docs({ 'svc.config.ts': config })).toEqual({
      'collections.constructor': 'A.',
      'collections.constructor.fields.toString': 'B.',
      'collections.constructor.fields.constructor': 'C.',
    });
  });
});
