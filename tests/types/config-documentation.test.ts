import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { layoutKinds } from '../../runtime/config/fields-of.js';
import { authOptions } from '../../runtime/config/validate/check-auth.js';
import { collectionOptions, globalOptions } from '../../runtime/config/validate/check-documents.js';
import { serviceOptions } from '../../runtime/config/validate/check-service.js';
import { fieldRules } from '../../runtime/config/validate/field-options.js';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, 'docs/config.md'), 'utf8');

/** The text below a heading, up to the next heading of the same or a higher level. */
function section(heading: string): string {
  const level = heading.indexOf(' ');
  const [, rest = ''] = text.split(`\n${heading}\n`);
  return rest.split(new RegExp(`\\n#{1,${level}} `))[0] ?? '';
}

/** The options in the first column of tables. */
function tableOptions(part: string): readonly string[] {
  return [...part.matchAll(/^\| `([\w.]+)` /gm)].map(([, name = '']) => name);
}

/** The options in the line `Takes ...` of a field type. */
function takenOptions(type: string): readonly string[] {
  const [line = ''] = /^Takes .*$/m.exec(section(`### ${type}`)) ?? [];
  return [...line.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}

const common = ['name', 'type', 'label', 'description', 'access', 'admin', 'renamedFrom'];

describe('docs/config.md names every option, and no other', () => {
  test('of the whole config', () => {
    const names = tableOptions(section('## The whole config'));
    const whole = names.filter((name) => !name.includes('.'));
    expect([...whole].sort()).toEqual(
      [...Object.keys(serviceOptions), 'collections', 'globals', 'routes'].sort(),
    );
  });

  test('of auth, with the variables that win over it', () => {
    const documented = section('## Auth');
    const names = tableOptions(documented.split('\n### ')[0] ?? '');
    const groups = new Set(
      names.filter((name) => !name.startsWith('SVC_')).map((name) => name.split('.')[0]),
    );
    expect([...groups].sort()).toEqual(Object.keys(authOptions).sort());
    const source = readFileSync(join(root, 'runtime/config/auth-options.ts'), 'utf8');
    const variables = new Set(source.match(/(?<=')(?:SVC_|EMAIL_)[A-Z_]+(?=')/g));
    expect([...variables].filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
  });

  test('of collections and globals', () => {
    expect([...tableOptions(section('## Collections'))].sort()).toEqual(
      Object.keys(collectionOptions).sort(),
    );
    expect([...tableOptions(section('## Globals'))].sort()).toEqual(Object.keys(globalOptions).sort());
  });

  test('of fields', () => {
    const options = new Set([...fieldRules.values()].flatMap((rules) => Object.keys(rules.options)));
    expect([...tableOptions(section('## Fields').split('\n### ')[0] ?? '')].sort()).toEqual(
      [...options].sort(),
    );
  });

  test.each([...fieldRules])('of the field type %s', (type, rules) => {
    expect([...common, ...takenOptions(type)].sort()).toEqual(Object.keys(rules.options).sort());
  });

  test('and every field type', () => {
    const headings = [...section('## Fields').matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(headings).toEqual([...fieldRules.keys()]);
  });
});

const recipes = readFileSync(join(root, 'docs/hooks.md'), 'utf8');

// `tests/documentation` compiles and loads the examples.
test('docs/config.md and docs/hooks.md have examples of every field type and layout', () => {
  const examples = `${text}\n${recipes}`.match(/```ts\n([\s\S]*?)```/g) ?? [];
  const used = new Set(examples.join('').match(/(?<=type: ')\w+(?=')/g));
  expect([...used].sort()).toEqual([...fieldRules.keys(), ...layoutKinds].sort());
});
