/** The right columns of the tables in docs/coming-from.md name only what exists. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import { collectionRoutes, globalRoutes } from '../../runtime/codegen/routes/document-routes.js';
import * as serviceRoutes from '../../runtime/codegen/routes/service-routes.js';
import { fieldRules } from '../../runtime/config/validate/field-options.js';
import { validateConfig } from '../../runtime/config/validate/validate-config.js';
import { operators } from '../../runtime/fields/operators.js';
import { packageRoot } from '../../runtime/util/package-root.js';
import { commandIssues } from './shell-commands.js';

const page = readFileSync(join(packageRoot, 'docs/coming-from.md'), 'utf8');
const products = ['Payload', 'Strapi', 'Directus'];
const fields = [{ name: 'title', type: 'text' }] as const;
const contract = describeConfig({
  auth: { secret: 'x'.repeat(32) },
  collections: [{ slug: 'posts', versions: true, fields }],
  globals: ['site', 'homepage'].map((slug) => ({ slug, fields })),
});

/** The code in the right column of the tables below `### <heading> of <product>`. */
function codeOf(heading: string): readonly string[] {
  return products.flatMap((product) => {
    const [, rest = ''] = page.split(`\n### ${heading} of ${product}\n`);
    const rows = (rest.split('\n#')[0] ?? '').match(/^\|.*\|$/gm)?.slice(2) ?? [];
    expect(rows.length, `${heading} of ${product}`).toBeGreaterThan(4);
    return rows.flatMap((row) =>
      [...(row.split(' | ')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
    );
  });
}

test('field types and their options', () => {
  const options = [...fieldRules.values()].flatMap((rules) => Object.keys(rules.options));
  const known = new Set([...fieldRules.keys(), ...options, 'id']);
  const unknown = codeOf('Field types').filter((code) => !known.has(code.replace(/: true$/, '')));
  expect(unknown).toEqual([]);
});

test('operators and parameters', () => {
  const parameters = ['where', 'sort', 'limit', 'page', 'cursor', 'select', 'depth', 'draft', 'search'];
  const known = new Set<string>([...operators, 'AND', 'OR', ...parameters]);
  const unknown = codeOf('Queries').filter(
    (code) => !code.startsWith('{') && !known.has(code.replace(/=.*/, '')),
  );
  expect(unknown).toEqual([]);
});

test('paths', () => {
  const routes = [
    ...contract.collections.flatMap(collectionRoutes),
    ...contract.globals.flatMap(globalRoutes),
    ...Object.values(serviceRoutes).flatMap((table) => Object.values(table)),
  ].map(({ method, path }) => `${method} ${path}`);
  const paths = codeOf('Paths').filter((code) => /^[A-Z]+ \//.test(code));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !routes.includes(path))).toEqual([]);
});

test('hooks', () => {
  const names = codeOf('Hooks').filter((code) => /^(before|after)/.test(code));
  expect(names.length).toBeGreaterThan(12);
  const hooks = Object.fromEntries(names.map((name) => [name, () => undefined]));
  expect(validateConfig({ collections: [{ slug: 'posts', fields, hooks }] })).toEqual([]);
});

test('commands', () => {
  const commands = codeOf('Commands');
  expect(commands.length).toBeGreaterThan(18);
  expect(commands.flatMap(commandIssues)).toEqual([]);
});
