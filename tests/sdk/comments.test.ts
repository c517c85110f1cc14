/** Editors show the documentation of a method: each method has a comment in the emitted declarations. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const core = join(import.meta.dirname, '../../fixtures/access/expected/sdk/core');
const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.d.ts'),
);

/** The methods, and the properties that contain methods, of the method interfaces in a declaration file. */
function membersIn(file: string): readonly { readonly name: string; readonly hasComment: boolean }[] {
  const source = readFileSync(join(core, file), 'utf8');
  const interfaces = source.matchAll(/^export interface (\w*Methods)<[\s\S]*?^\}/gm);
  return [...interfaces].flatMap(([text, owner]) => {
    const lines = text.split('\n');
    return lines.flatMap((line, index) => {
      const [, name] = /^ {2,4}(?!Outcome<)(?=\w+[<(]|readonly \w+:)(?:readonly )?(\w+)/.exec(line) ?? [];
      return name === undefined
        ? []
        : [{ name: `${owner}.${name}`, hasComment: lines[index - 1]?.trim().endsWith('*/') === true }];
    });
  });
}

const members = files.flatMap(membersIn);

test('methods of every branch are found', () => {
  const names = members.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      ...['CollectionMethods.find', 'GlobalMethods.update', 'ManyMethods.bulk', 'DraftMethods.publish'],
      ...['AuthMethods.me', 'AuthMethods.sessions', 'AuthSessionMethods.list', 'AuthApiKeyMethods.get'],
      ...['AuthMagicLinkMethods.magicLink', 'AuthMagicLinkMethods.verify', 'AuthInviteMethods.revoke'],
      ...['AuthUserMethods.unlock', 'AuthSystemMethods.update'],
    ]),
  );
});

test('each has a comment', () => {
  expect(members.filter(({ hasComment }) => !hasComment).map(({ name }) => name)).toEqual([]);
});
