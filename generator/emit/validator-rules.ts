/** The fixed part of `validators.ts`: functions of `templates/validators/rules.ts`, only those that a project uses. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../runtime/util/package-root.js';

/** Source of each rule without `export`, by name, in the order of the file. */
function readRules(): ReadonlyMap<string, string> {
  const source = readFileSync(join(packageRoot, 'templates/validators/rules.ts'), 'utf8').replaceAll(
    '\r\n',
    '\n',
  );
  const [, ...chunks] = source.trimEnd().split(/\n\n(?=\/\*\*)/);
  return new Map(
    chunks.map((chunk) => {
      const name = /^export (?:function|type|interface) (\w+)/m.exec(chunk)?.[1] ?? '';
      return [name, chunk.replace(/^export /m, '')];
    }),
  );
}

/** Names that the rules may take in the file. */
export function ruleNames(): readonly string[] {
  return [...readRules().keys()];
}

/** Sources of the used rules and of those that they use themselves. */
export function ruleSources(used: ReadonlySet<string>): readonly string[] {
  const rules = readRules();
  const needed = new Set<string>();
  const need = (name: string): void => {
    const source = rules.get(name);
    if (source === undefined) throw new Error(`templates/validators/rules.ts has no rule "${name}".`);
    if (needed.has(name)) return;
    needed.add(name);
    for (const other of rules.keys()) if (uses(source, other)) need(other);
  };
  for (const name of used) need(name);
  return [...rules].flatMap(([name, source]) => (needed.has(name) ? [source] : []));
}

// `number` and `boolean` are types too, and methods of zod bear the names of rules: a lower-case name counts where it is called.
function uses(source: string, name: string): boolean {
  const pattern = /[A-Z]/.test(name) ? `\\b${name}\\b` : `(?<![.\\w])(?<!function )${name}\\(`;
  return new RegExp(pattern).test(source.replace(/^(?:\/\*\*| \*).*$/gm, ''));
}
