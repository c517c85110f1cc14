import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { expect, test } from 'vitest';
import { emitOpenApi } from '../../generator/emit/openapi.js';
import type { Ir } from '../../generator/ir/ir.js';
import { fixtureIr, openApiText } from '../support/openapi-fixture.js';
import { operationsOf } from '../support/openapi-operations.js';

test.each(['minimal', 'blog', 'content-tools', 'drafts', 'every-field', 'website', 'access'])(
  'the document of %s passes the recommended rules without a warning',
  async (fixture) => {
    // No document and no upload has the id `uploads`, `tus`, `complete` or that of a route: ids are random.
    const rules = fixture === 'website' ? ({ 'no-ambiguous-paths': 'off' } as const) : {};
    expect(await lint(openApiText(await fixtureIr(fixture)), rules)).toEqual([]);
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

test('the document for partners passes them too', async () => {
  const ir = await fixtureIr('access');
  expect(await lint(publicText(ir))).toEqual([]);
});

/** The rules of Spectral (`spectral:oas`) that Redocly does not have. */
test.each(['minimal', 'content-tools', 'drafts', 'every-field', 'access'])(
  'every operation of %s has a description, an id and a known tag',
  async (fixture) => {
    const document = JSON.parse(openApiText(await fixtureIr(fixture))) as OpenAPIObject;
    const tags = document.tags?.map(({ name }) => name);
    for (const { operation } of operationsOf(document)) {
      expect(operation.description ?? '').toMatch(/^[\p{Lu}`<].*[.)]$/su);
      expect(operation.operationId).toMatch(/^[a-z]\w*$/i);
      expect(tags).toContain(operation.tags?.[0]);
    }
  },
);

function publicText(ir: Ir): string {
  return emitOpenApi(ir).find(({ path }) => path === 'openapi.public.json')?.content ?? '';
}

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
