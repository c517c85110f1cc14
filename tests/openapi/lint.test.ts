import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { fixtureIr, openApiText } from '../support/openapi-fixture.js';

test.each(['minimal', 'blog', 'drafts', 'every-field', 'website', 'access'])(
  'the document of %s passes the recommended rules without a warning',
  async (fixture) => {
    expect(await lint(openApiText(await fixtureIr(fixture)))).toEqual([]);
  },
);

test('a document full of hostile names passes them too', async () => {
  const source = openApiText(await fixtureIr('name-clash'));
  const problems = await lint(source, {
    // The rule calls `hasOwnProperty` on the properties object, and here one property has this name.
    'no-required-schema-properties-undefined': 'off',
    // The rule takes inherited members of an example, such as `toString`, for its properties.
    'no-invalid-media-type-examples': 'off',
  });
  expect(problems).toEqual([]);
});

async function lint(source: string, rules: Readonly<Record<string, 'off'>> = {}): Promise<readonly string[]> {
  const problems = await lintFromString({
    source,
    absoluteRef: '/openapi.json',
    config: await createConfig({ extends: ['recommended'], rules }),
  });
  return problems.map(
    ({ severity, ruleId, message, location }) =>
      `${severity} ${ruleId}: ${message} (${location[0]?.pointer ?? 'no place'})`,
  );
}
