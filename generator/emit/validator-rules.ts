/**
 * The fixed part of `sdk/validators`: the functions of `templates/validators/rules.ts` that a project uses.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../runtime/util/package-root.js';

/** TypeScript, the JavaScript that the package's build has compiled from it, or only the types. */
export type RuleLanguage = 'ts' | 'js' | 'types';

const files: Readonly<Record<RuleLanguage, string>> = {
  ts: 'templates/validators/rules.ts',
  js: 'dist/templates/validators/rules.js',
  types: 'templates/validators/rules.ts',
};

/** Source of each rule without `export`, by name, in the order of the file. */
function readRules(language: RuleLanguage): ReadonlyMap<string, string> {
  const source = readFileSync(join(packageRoot, files[language]), 'utf8').replaceAll('\r\n', '\n');
  const [, ...chunks] = source.trimEnd().split(/\n\n(?=\/\*\*)/);
  const named = chunks.map((chunk) => {
    const [, kind, name = ''] = /^export (function|type|interface) (\w+)/m.exec(chunk) ?? [];
    return { kind, name, source: chunk.replace(/^export /m, '').replace(/\n\/\/# sourceMappingURL=.*$/, '') };
  });
  const wanted = named.filter(({ kind }) => language !== 'types' || kind !== 'function');
  return new Map(wanted.map(({ name, source: text }) => [name, text]));
}

/** Names of the rules in the file. */
export function ruleNames(): readonly string[] {
  return [...readRules('ts').keys()];
}

/** Sources of the used rules and of those that they use. */
export function ruleSources(used: ReadonlySet<string>, language: RuleLanguage): readonly string[] {
  const rules = readRules(language);
  const all = new Set(ruleNames());
  const needed = new Set<string>();
  const need = (name: string): void => {
    const source = rules.get(name);
    // JavaScript has no types, and the type file no functions.
    if (source === undefined && all.has(name)) return;
    if (source === undefined) throw new Error(`templates/validators/rules.ts has no rule "${name}".`);
    if (needed.has(name)) return;
    needed.add(name);
    for (const other of rules.keys()) if (uses(source, other)) need(other);
  };
  for (const name of used) need(name);
  return [...rules].flatMap(([name, source]) => (needed.has(name) ? [source] : []));
}

// `number` and `boolean` are types too, and methods of zod have names of rules: a lower-case name counts only
// in a call.
function uses(source: string, name: string): boolean {
  const pattern = /[A-Z]/.test(name) ? `\\b${name}\\b` : `(?<![.\\w])(?<!function )${name}\\(`;
  return new RegExp(pattern).test(source.replace(/^(?:\/\*\*| \*).*$/gm, ''));
}
