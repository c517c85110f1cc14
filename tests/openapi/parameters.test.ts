/** The server accepts every parameter in the document, and refuses every other one. */
import type { SchemaObject } from 'openapi3-ts/oas31';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operators } from '../../runtime/codegen/operators.js';
import type { OpenApiDocument, Schema } from '../../runtime/http/docs/openapi-document.js';
import { sampleOf } from '../../runtime/http/docs/sample.js';
import { operationsOf } from '../support/openapi-operations.js';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

describe.each(['every-field'])('%s', (fixture) => {
  let server: GeneratedServer;
  beforeAll(async () => {
    server = await generatedServer(fixture);
  });
  afterAll(() => server.close());

  /** Lists, with the type name of their documents. */
  function lists(): readonly { readonly path: string; readonly type: string }[] {
    return operationsOf(server.openapi).flatMap(({ method, path, operation }) => {
      const type = /^create(.+)$/.exec(operation.operationId ?? '')?.[1];
      return method === 'POST' && type !== undefined ? [{ path, type }] : [];
    });
  }

  function schema(name: string): SchemaObject {
    const found = server.openapi.components?.schemas?.[name];
    return found && !('$ref' in found) ? found : {};
  }

  async function status(path: string, parameters: Readonly<Record<string, string>>): Promise<number> {
    return (await server.fetch(`${path}?${new URLSearchParams(parameters)}`)).status;
  }

  test('every sort is taken, alone and with another', async () => {
    for (const { path, type } of lists()) {
      for (const sort of schema(`${type}Sort`).enum ?? []) {
        const other = String(sort).startsWith('createdAt') ? 'id_desc' : 'createdAt_desc';
        expect({ path, sort, status: await status(path, { sort: `${sort},${other}` }) }).toEqual({
          path,
          sort,
          status: 200,
        });
      }
    }
  });

  test('fields that are not among the sorts are refused', async () => {
    for (const { path, type } of lists()) {
      const sorts = schema(`${type}Sort`).enum ?? [];
      const others = Object.keys(schema(type).properties ?? {}).filter((name) => !sorts.includes(name));
      for (const sort of others)
        expect({ path, sort, status: await status(path, { sort }) }).toEqual({ path, sort, status: 400 });
    }
  });

  test('every field can be selected, in lists and single documents', async () => {
    for (const { path, type } of lists()) {
      const { anyOf: [own = {}] = [schema(`${type}Path`)] } = schema(`${type}Path`);
      const fields = ('enum' in own && own.enum) || [];
      expect(fields.length).toBeGreaterThan(3);
      for (const select of fields) {
        expect({ path, select, status: await status(path, { select, depth: '1' }) }).toEqual({
          path,
          select,
          status: 200,
        });
      }
      expect(await status(path, { select: fields.join() })).toBe(200);
    }
  });

  test('every operator that a filter lists is taken with a fitting operand, every other refused', async () => {
    for (const { path, type } of lists()) {
      for (const [field, filter] of Object.entries(schema(`${type}Where`).properties ?? {})) {
        if (field === 'AND' || field === 'OR') continue;
        const tests = testsOf(filter as Schema);
        for (const operator of operators) {
          const known = tests[operator];
          const operand = known ? sampleOf(known, server.openapi as OpenApiDocument) : 1;
          const where = JSON.stringify({ [field]: { [operator]: operand } });
          expect({ path, where, status: await status(path, { where }) }).toEqual({
            path,
            where,
            status: known ? 200 : 400,
          });
          if (!known) continue;
          const { status: byBody } = await server.send('POST', `${path}/query`, { where: JSON.parse(where) });
          expect(byBody).toBe(200);
        }
      }
    }
  });

  function testsOf(filter: Schema): Readonly<Record<string, Schema>> {
    const { $ref } = filter;
    const target = $ref === undefined ? filter : (schema($ref.slice($ref.lastIndexOf('/') + 1)) as Schema);
    return target.anyOf?.find(({ properties }) => properties)?.properties ?? {};
  }

  test('limits are those of the config, to the number', async () => {
    const [{ path } = { path: '' }] = lists();
    for (const [name, component] of [
      ['limit', 'PageLimit'],
      ['depth', 'PopulationDepth'],
      ['page', 'PageNumber'],
    ] as const) {
      const { minimum = 0, maximum = 0 } = schema(component);
      expect(await status(path, { [name]: String(minimum) })).toBe(200);
      expect(await status(path, { [name]: String(maximum) })).toBe(200);
      expect(await status(path, { [name]: String(minimum - 1) })).toBe(400);
      expect(await status(path, { [name]: String(maximum + 1) })).toBe(400);
    }
    for (const count of schema('CountMode').enum ?? []) expect(await status(path, { count })).toBe(200);
    expect(await status(path, { count: 'roughly' })).toBe(400);
  });
});
