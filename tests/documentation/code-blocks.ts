/** The code blocks of the README and of the pages in `docs/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../runtime/util/package-root.js';

export interface CodeBlock {
  /** `docs/sdk.md` */
  readonly page: string;
  /** Line of the fence, counted from 1. */
  readonly line: number;
  /** `ts`, `sh`; empty for what a program prints. */
  readonly language: string;
  /** The rest of the info string: `config`. */
  readonly mark: string;
  /** From the comment `<!-- not checked: … -->` in the line above. */
  readonly reason: string | undefined;
  readonly code: string;
}

/** What is done with a block. `unmarked` fails the tests. */
export type BlockKind = 'module' | 'fields' | 'options' | 'client' | 'data' | 'shell' | 'script' | 'output';

/** README and the pages in `docs/`, without the specification, which has no code. */
export const pages: readonly string[] = [
  'README.md',
  ...readdirSync(join(packageRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const fence = /^( *)```(\S*) ?(.*)$/;

/** The blocks of a page, in their order. Blocks inside lists lose their indentation. */
export function blocksOf(
  page: string,
  text: string = readFileSync(join(packageRoot, page), 'utf8'),
): CodeBlock[] {
  const lines = text.split('\n');
  const found: CodeBlock[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [, indent = '', language = '', mark = ''] = fence.exec(lines[at] ?? '') ?? [];
    if (!lines[at]?.trimStart().startsWith('```')) continue;
    const end = lines.indexOf(`${indent}\`\`\``, at + 1);
    if (end === -1) throw new Error(`${page}:${at + 1}: the block has no end.`);
    const code = lines.slice(at + 1, end).map((line) => line.slice(indent.length));
    const [, reason] = /<!-- not checked: (.+) -->/.exec(lines[at - 1] ?? '') ?? [];
    found.push({ page, line: at + 1, language, mark, reason, code: `${code.join('\n')}\n` });
    at = end;
  }
  return found;
}

/** What is to be checked of a block; null for one that nothing checks and that has no reason. */
export function kindOf({ language, mark, code }: CodeBlock): BlockKind | null {
  if (language === '') return 'output';
  if (language === 'json') return 'data';
  if (language === 'sh') return 'shell';
  if (language === 'js') return 'script';
  if (language !== 'ts' && language !== 'tsx') return null;
  if (mark === 'options' || mark === 'fields') return mark;
  if (mark === 'config') return 'module';
  if (/^(\/\/.*\n)*(import|export) /.test(code)) return 'module';
  if (code.startsWith('{ name:') || code.startsWith('{\n  name:')) return 'fields';
  return /\b(client|createClient)\b/.test(code) ? 'client' : null;
}

/** The file that a block says it is, in a comment in its first line: `// tests/notes.test.ts`. */
export function fileNameOf({ code }: CodeBlock): string | undefined {
  const [, name] = /^(?:\/\/|#) ([\w./[\]+-]+\.\w+)\n/.exec(code) ?? [];
  return name;
}

/** The blocks of a page that say their file. */
export function namedFiles(page: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    blocksOf(page).flatMap((block) => {
      const name = fileNameOf(block);
      return name === undefined ? [] : [[name, block.code]];
    }),
  );
}

/** `docs/sdk.md:40` */
export function placeOf({ page, line }: CodeBlock): string {
  return `${page}:${line}`;
}
