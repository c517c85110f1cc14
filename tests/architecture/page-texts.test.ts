/** Every text of the server's own pages exists in two languages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { germanKinds, germanMessage, germanMessages } from '../../runtime/errors/german-messages.js';
import { germanTexts } from '../../runtime/http/pages/language/german.js';
import { german } from '../../runtime/http/pages/language/translate-page.js';
import { root, sourceFiles } from './sources.js';

const sources = sourceFiles().filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const pages = sources.filter((file) => /^runtime\/http\/pages\/[\w-]+\.ts$/.test(file));

const germanFiles = /^runtime\/(http\/pages\/language|errors\/german-messages)/;

/** Names of headers, which start with a capital letter like sentences. */
const isHeader = (text: string): boolean => /^(ETag|Location|[A-Z][a-z]+(-[A-Z][a-z]+)+)$/.test(text);

/** Appended to other texts, which have their own German translation. */
const parts = new Set(['There were too many requests from your network. 1', 'For administrators: 1']);

test('there are pages', () => {
  expect(pages.length).toBeGreaterThan(10);
});

test.each(pages)('%s says everything in German too', (file) => {
  expect(textsIn(file).filter((text) => !parts.has(text) && german(text) === text)).toEqual([]);
});

/** The files with the service's messages about a request. No screen shows its success messages. */
const speaking = sources.filter(
  (file) =>
    /^runtime\/(documents|relations|access)\/[\w-]+\.ts$/.test(file) ||
    /^runtime\/auth\/(passwords|password-change|registration|invites|api-keys|login|lockout)\//.test(file) ||
    /^runtime\/http\/auth-routes\/(users|keys)\//.test(file) ||
    file === 'runtime/query/compile/statement.ts' ||
    file === 'runtime/storage/dialects/sqlite/sqlite-errors.ts' ||
    file === 'templates/validators/rules.ts',
);

/** Messages about requests that the dashboard does not make, or with codes for which it has its own texts. */
const unsaid = [
  /^There is no (user|API key|invitation|session)/,
  /^This needs a /,
  /^This service has no /,
  /API key (do not|may not|with scopes)|^An API key|^This API key/,
  // Messages of `svc import` and of populated reads, which have no form.
  /^The answer would hold/,
  /^The document of 1 has no version/,
  // UNAVAILABLE, for which the dashboard has its own text.
  /^The (database|disk of the database) /,
  // The dashboard offers only scopes that exist.
  /^1( is no scope: |: the operation must be | names no )/,
  /^The user 1 is deleted\.$/,
  // Errors of a hook, which are only logged.
  /1 is none of its options\.$|A row has an id, which is text\.$/,
  // Beginnings of messages that continue with their details: see `messageIn` in the dashboard.
  /^The data is not valid\.|^The password is not strong enough\./,
];

/** Messages in which a 1 replaces more than a single value, with examples of the complete message. */
const composed: Readonly<Record<string, readonly string[]>> = {
  'You may not 1 with the role 1.': ['You may not update posts with the role author.'],
  'You may not 1 without logging in.': ['You may not create globals.site without logging in.'],
  'The API key cannot be rotated: 1.': ['The API key cannot be rotated: it was rotated already.'],
  'The account is locked after too many failed logins. Try again in 1 1, or reset the password.': [
    'The account is locked after too many failed logins. Try again in 1 minute, or reset the password.',
    'The account is locked after too many failed logins. Try again in 15 minutes, or reset the password.',
  ],
  'No slug can be made from 1: 1 does not fit. Send one.': [
    'No slug can be made from title: "a" does not fit. Send one.',
  ],
  '1 may not 1 other users.': ['With the role author one may not delete other users.'],
  '1 may manage only users of lower rank than 1.': ['You may manage only users of lower rank than admin.'],
  '1 may not give the role 1: it is not below 1.': [
    'You may not give the role admin: it is not below admin.',
  ],
  'Must have at least 1.': ['Must have at least 1 item.', 'Must have at least 3 characters.'],
  'Must have at most 1.': ['Must have at most 1 character.', 'Must have at most 20 items.'],
  'Must be 1.': ['Must be one of "a", "b".', 'Must be text.'],
};

test('the files that say something of requests are found', () => {
  expect(speaking.length).toBeGreaterThan(30);
});

test.each(speaking)('%s says what is wrong with a request in German too', (file) => {
  const said = issuesIn(file)
    .filter((text) => !unsaid.some((pattern) => pattern.test(text)))
    .flatMap((text) => composed[text] ?? [text]);
  expect(said.filter((text) => germanMessage(text) === null)).toEqual([]);
});

test('what the limits of filters say is said in German too', () => {
  const said: string[] = [];
  walk('runtime/query/parse/filter-limits.ts', (node) => {
    const text = textOf(node);
    if (text !== null && /^(the|must) .* /.test(text)) said.push(text);
    return text === null;
  });
  expect(said.length).toBeGreaterThan(2);
  expect(said.filter((text) => germanMessage(text) === null)).toEqual([]);
});

test('no German text stands for an English one that nobody says any more', () => {
  const all = sources
    .filter((file) => /^(runtime|templates\/validators)\//.test(file) && !germanFiles.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  // In these the code inserts the middle: `This ${what} is not valid`, `Must be ${what}`.
  const known = [...Object.keys(germanTexts), ...Object.keys(germanMessages), ...Object.keys(germanKinds)];
  const stale = known.filter(
    (text) =>
      !all.includes(text) && !/^(This (link|code) is not valid|The API key cannot be rotated): /.test(text),
  );
  expect(stale).toEqual([]);
});

/**
 * The issues that a file reports: its messages, and the texts that follow `Must be`. Texts that are thrown as
 * a bug or logged are not shown to users.
 */
function issuesIn(file: string): readonly string[] {
  const found: string[] = [];
  walk(file, (node) => {
    if (
      ts.isNewExpression(node) &&
      /^(Type)?Error$|^RefusedLine$|^BootstrapError$/.test(node.expression.getText())
    )
      return false;
    if (
      ts.isCallExpression(node) &&
      /(^|\.)(messageReply|warn|error|info|record|misfit)$/.test(node.expression.getText())
    )
      return false;
    if (ts.isCallExpression(node) && node.expression.getText() === 'expected') {
      const [kind] = node.arguments;
      if (kind && ts.isStringLiteral(kind)) found.push(`Must be ${kind.text}.`);
      return false;
    }
    const text = textOf(node);
    if (text !== null && /^[A-Z1].* .*\.$/s.test(text)) found.push(text);
    return text === null;
  });
  return found;
}

/** The strings of a file that users may read; each inserted value is replaced by a 1. */
function textsIn(file: string): readonly string[] {
  const found: string[] = [];
  walk(file, (node) => {
    const text = textOf(node);
    if (text !== null && /^[A-Z].*[a-z]/s.test(text) && !isHeader(text)) found.push(text);
    return true;
  });
  return found;
}

/** Walks the nodes of a file except its imports; `visit` returns whether to visit the children of a node. */
function walk(file: string, visit: (node: ts.Node) => boolean): void {
  const text = readFileSync(join(root, file), 'utf8');
  const step = (node: ts.Node): void => {
    if (!ts.isImportDeclaration(node) && visit(node)) node.forEachChild(step);
  };
  step(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `1${literal.text}`).join('');
}
