/** The catalogue of reasons, held to the code and to docs/reasons.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { english } from '../../runtime/errors/reasons/english.js';
import { root, sourceFiles } from './sources.js';

const catalogue = 'runtime/errors/reasons/english.ts';

test('every reason is given somewhere', () => {
  const sources = sourceFiles().filter(
    (file) => /^runtime\/.*\.ts$/.test(file) && !file.startsWith('runtime/errors/reasons/'),
  );
  const all = sources.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  expect(Object.keys(english).filter((id) => !all.includes(`'${id}'`))).toEqual([]);
});

test('docs/reasons.md lists every reason with its parameters (vitest -u writes it)', async () => {
  const rows = entriesOf(readFileSync(join(root, catalogue), 'utf8')).map(rowOf);
  expect(rows.length).toBe(Object.keys(english).length);
  const text = [...beginning, ...rows, ''].join('\n');
  await expect(text).toMatchFileSnapshot(join(root, 'docs/reasons.md'));
});

const beginning = [
  '# Reasons of errors',
  '',
  'An error response and each of its `details` have a `reason`: the id of their message, for a frontend that shows it in its own',
  'words or language. `params` has the values of the message. Messages of your hooks and `validate` callbacks have no reason.',
  '',
  '```json',
  '{',
  '  "error": "The data is not valid. title: Must have at most 80 characters.",',
  '  "code": "BAD_USER_INPUT",',
  '  "reason": "data.invalid",',
  '  "details": [',
  '    {',
  '      "path": "title",',
  '      "message": "Must have at most 80 characters.",',
  '      "reason": "text.tooLong",',
  '      "params": { "max": 80 }',
  '    }',
  '  ]',
  '}',
  '```',
  '',
  'An id keeps its meaning and its parameters; new ones may be added, so show `error` or `message` for an id that you do not know.',
  'A reason without `params` whose message is made of the issues has them in `details`. A parameter named `issue` or `part` is a',
  'reason of its own: `{ reason, params }`. `collection` is the slug of a collection, or `globals.<slug>`. `got` is a value of the',
  'wrong type: `{ is: "list" }`, or `{ is: "value", value: "x" }`.',
  '',
  '| reason | params | message in English |',
  '| --- | --- | --- |',
];

interface Entry {
  readonly id: string;
  readonly params: readonly string[];
  readonly text: string;
}

function entriesOf(source: string): readonly Entry[] {
  const found: Entry[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name) && node.name.text in english) {
      found.push(entryOf(node.name.text, node.initializer));
    } else node.forEachChild(visit);
  };
  visit(ts.createSourceFile(catalogue, source, ts.ScriptTarget.Latest, true));
  return found;
}

function entryOf(id: string, value: ts.Expression): Entry {
  if (!ts.isArrowFunction(value)) return { id, params: [], text: textOf(value, []) };
  const type = value.parameters[0]?.type;
  const params = type !== undefined && ts.isTypeLiteralNode(type) ? type.members.map(nameOf) : [];
  return { id, params, text: ts.isBlock(value.body) ? '…' : textOf(value.body, params) };
}

function nameOf(member: ts.TypeElement): string {
  return `${member.name?.getText() ?? ''}${member.questionToken === undefined ? '' : '?'}`;
}

function textOf(value: ts.Expression, params: readonly string[]): string {
  if (ts.isStringLiteral(value) || ts.isNoSubstitutionTemplateLiteral(value)) return value.text;
  if (!ts.isTemplateExpression(value)) return '…';
  const inserted = value.templateSpans.map(({ expression, literal }) => {
    const names = params.map((name) => name.replace('?', ''));
    const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(expression.getText()));
    return `${used.length === 0 ? '…' : used.map((name) => `{${name}}`).join(' ')}${literal.text}`;
  });
  return (value.head.text + inserted.join('')).replaceAll('……', '…');
}

function rowOf({ id, params, text }: Entry): string {
  const names = params.map((name) => `\`${name}\``).join(', ');
  return `| \`${id}\` | ${names} | ${text.replaceAll('|', '\\|').replaceAll('<', '&lt;')} |`;
}
