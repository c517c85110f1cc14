/** The code blocks of pages as files of projects, to be compiled. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { emitAll } from '../../generator/emit/emit-all.js';
import { buildIr } from '../../generator/ir/build-ir.js';
import type { Ir } from '../../generator/ir/ir.js';
import { loadConfig } from '../../generator/load/load-config.js';
import { packageRoot } from '../../runtime/util/package-root.js';
import { writeFiles } from '../support/emitted.js';
import { blocksOf, type CodeBlock, fileNameOf, kindOf, placeOf } from './code-blocks.js';

export interface Project {
  /** Where `generated/` is. */
  readonly folder: string;
  /** Files to compile, with the places of their blocks. */
  readonly files: Map<string, string>;
  /** Whether its config uses types that only `svc-env.d.ts` gives. */
  readonly usesOwnTypes: boolean;
}

/** Words that an example uses without saying where they come from. */
const given: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['id', 'authorId', 'email', 'password', 'token', 'cookie', 'report'].map((name) => [name, 'string']),
  ),
  compressionOrWhatever: "import('express').RequestHandler",
};

/** Files that an example of a dashboard's brand refers to. */
const brand = {
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'logo-dark.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'dashboard.css': 'body {}',
  'colour-widget.js': 'export function mount() {}',
};

/** Fields in a config that contains everything they refer to. */
function configOfFields(fields: string): string {
  return `import { defineConfig } from 'svc';
export default defineConfig({
  collections: [
    { slug: 'examples', fields: [${fields}] },
    { slug: 'authors', fields: [{ name: 'name', type: 'text' }] },
    { slug: 'tags', fields: [{ name: 'name', type: 'text' }] },
    { slug: 'media', upload: true, fields: [] },
    { slug: 'posts', fields: [{ name: 'example', type: 'relationship', to: 'examples' }] },
  ],
});
`;
}

/** A part of a config, in a config. */
function configOfOptions(options: string): string {
  const collections = options.includes('collections:')
    ? ''
    : "collections: [{ slug: 'pages', fields: [{ name: 'title', type: 'text' }] }],\n";
  return `import { defineConfig, postgres } from 'svc';
const escapeHtml = (text: string): string => text;
void postgres;
void escapeHtml;
export default defineConfig({
${collections}${options}
});
`;
}

const isConfig = (code: string): boolean => code.includes('export default defineConfig(');

/**
 * Writes the blocks of a page below a folder. They use what is generated from the last whole config before
 * them, or else from the first one of the page, or else from the blog of `fixtures/`. Configs are loaded.
 *
 * @throws Error with the place of a block whose config has an issue.
 */
export async function projectsOf(page: string, folder: string): Promise<readonly Project[]> {
  const blocks = blocksOf(page).filter(({ reason }) => reason === undefined);
  const first = blocks.findIndex(({ code }) => isConfig(code));
  const early = blocks.splice(0, Math.max(first, 0));
  const whole = first === -1 ? blocks : [...blocks.splice(0, 1), ...early, ...blocks];
  const projects: Project[] = [];
  let begin = '';
  for (const block of whole) {
    const code = wholeOf(block, begin);
    if (code === null) continue;
    if (isConfig(block.code) || projects.length === 0) {
      const place = join(folder, `${basename(page, '.md')}-${projects.length}`);
      projects.push(openProject(place, block.code));
    }
    const project = projects.at(-1);
    if (block.code.includes('createClient(')) begin ||= clientOf(block.code);
    if (project !== undefined) await addBlock(project, block, code);
  }
  return projects;
}

function openProject(folder: string, code: string): Project {
  const isGenerated = isConfig(code);
  const usesOwnTypes = isGenerated && /\blocal\b|extensions:/.test(code);
  mkdirSync(join(folder, 'brand'), { recursive: true });
  for (const [name, text] of Object.entries(brand)) writeFileSync(join(folder, 'brand', name), text);
  if (code.includes('extensions:')) {
    mkdirSync(join(folder, 'admin'), { recursive: true });
    writeFileSync(join(folder, 'admin/extensions.tsx'), 'export default {};');
  }
  if (!isGenerated) {
    symlinkSync(join(packageRoot, 'fixtures/blog/expected'), join(folder, 'generated'));
    symlinkSync(join(packageRoot, 'fixtures/blog/svc.config.ts'), join(folder, 'svc.config.ts'));
  }
  return { folder, files: new Map(), usesOwnTypes };
}

async function addBlock({ folder, files }: Project, block: CodeBlock, code: string): Promise<void> {
  const isGenerated = isConfig(block.code);
  const name = isGenerated
    ? 'svc.config.ts'
    : (fileNameOf(block)?.replace(/\.js$/, '.ts') ?? `line-${block.line}.${block.language}`);
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), code);
  files.set(join(folder, name), placeOf(block));
  if (!isConfig(code)) return;
  try {
    const loaded = await loadConfig({ cwd: folder, file: name });
    const output = join(folder, 'generated');
    if (isGenerated)
      writeFiles(output, emitAll(withAddresses(buildIr(loaded, { output, version: '0.1.0' }), code)));
  } catch (cause) {
    throw new Error(`${placeOf(block)}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** The IR of a config with an extension, whose module is a later block of the page. */
function withAddresses(ir: Ir, code: string): Ir {
  if (ir.branding === null || !code.includes('extensions:')) return ir;
  return { ...ir, branding: { ...ir.branding, extension: { module: '', css: null } } };
}

/** The first example of a page with a client, which later ones continue. */
function clientOf(code: string): string {
  const [made = ''] = code.split(/(?<=createClient\([^;]*\);\n)/);
  return made;
}

/** A block as a whole module; null for one that is no TypeScript. */
function wholeOf(block: CodeBlock, begin: string): string | null {
  const kind = kindOf(block);
  if (kind === 'fields') return configOfFields(block.code);
  if (kind === 'options') return configOfOptions(block.code);
  const continues =
    /\bclient\.|\(client\b/.test(block.code) &&
    !block.code.includes("from 'svc/admin'") &&
    !/\b(const|let) client\b|import .*\bclient\b/.test(block.code);
  if (kind === 'client' || (kind === 'module' && continues)) {
    const own =
      begin ||
      "import { createClient, isSvcError } from './generated/sdk/index.js';\nconst client = createClient({ baseUrl: '' });\nvoid isSvcError;\n";
    const [imports = ''] = own.split('\n');
    const first = block.code.includes('const client =') ? `${imports}\n` : own;
    return `${first}${declarationsFor(first + block.code)}${block.code}export {};\n`;
  }
  if (block.mark === 'config' && !block.code.startsWith('import'))
    return `import { defineConfig } from 'svc';\n${block.code}`;
  return kind === 'module' ? `${block.code}${isConfig(block.code) ? '' : declarationsFor(block.code)}` : null;
}

/** Declarations of the words that an example uses without defining them. */
function declarationsFor(code: string): string {
  return Object.entries(given)
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(code))
    .filter(([name]) => !new RegExp(`(const|let|import) \\{?.*\\b${name}\\b.*( =|from)`).test(code))
    .map(([name, type]) => `declare const ${name}: ${type};\n`)
    .join('');
}
