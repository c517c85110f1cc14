import { transform } from 'esbuild';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emitDescriptors } from '../../generator/emit/descriptors.js';
import { emitAll } from '../../generator/emit/emit-all.js';
import { emitSdk } from '../../generator/emit/sdk.js';
import { validatorNames } from '../../generator/emit/validator-names.js';
import { emitValidators } from '../../generator/emit/validators.js';
import type { EmittedFile } from '../../generator/ir/ir.js';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import type { Validator } from '../../runtime/documents/operation.js';
import { draws } from '../support/draws.js';
import { irOf, scratchFolder, writeFiles } from '../support/emitted.js';
import { randomConfig, randomConfigWithAuth } from '../support/random-config.js';
import { validBody } from '../support/random-document.js';

/** Whether a file depends on the config; the SDK's fixed part is the same for every config. */
function isOfTheConfig({ path }: EmittedFile): boolean {
  return !path.startsWith('sdk/core/');
}

/** Rejects if the file is not valid code or JSON. */
async function parse({ path, content }: EmittedFile): Promise<void> {
  if (path.endsWith('.json')) JSON.parse(content);
  else await transform(content, { loader: path.endsWith('.js') ? 'js' : 'ts', logLevel: 'silent' });
}

test('any config gives code that parses, of plain text, each file once', async () => {
  await fc.assert(
    fc.asyncProperty(randomConfig, async (config) => {
      const ir = irOf(config);
      const typescript = emitSdk({ ...ir, sdk: 'ts' });
      const files = emitAll(ir);
      expect(new Set(files.map(({ path }) => path.toLowerCase())).size).toBe(files.length);
      const ofConfig = [...files, ...typescript].filter(isOfTheConfig);
      await Promise.all(ofConfig.map(parse));
      for (const { path, content } of ofConfig) {
        if (!path.endsWith('.json'))
          expect(content).not.toMatch(/[\u2028\u2029\u202e]|\p{Surrogate}|\0|[ \t]\n/u);
        expect(content.endsWith('\n') && !content.endsWith('\n\n')).toBe(true);
      }
    }),
    { numRuns: draws(150) },
  );
}, 120_000);

test('any config with auth gives code that parses, and the same contract again', async () => {
  const folder = scratchFolder();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(randomConfigWithAuth, async (config) => {
      run += 1;
      const files = emitAll(irOf(config));
      expect(new Set(files.map(({ path }) => path.toLowerCase())).size).toBe(files.length);
      await Promise.all(files.filter(isOfTheConfig).map(parse));
      const descriptors = files.filter(({ path }) => path === 'descriptors.ts');
      writeFiles(
        folder,
        descriptors.map(({ path, content }) => ({ path: `${run}/${path}`, content })),
      );
      const { contract } = (await import(`${folder}/${run}/descriptors.ts`)) as {
        readonly contract: unknown;
      };
      expect(contract).toEqual(describeConfig(config));
    }),
    { numRuns: draws(60) },
  );
}, 120_000);

/** A copy with the same functions and patterns. */
function copyOf<T>(value: T): T {
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copyOf(part)])) as T;
}

test('any config gives the same files again', () => {
  fc.assert(
    fc.property(randomConfig, (config) => {
      expect(emitAll(irOf(config))).toEqual(emitAll(irOf(copyOf(config))));
    }),
    { numRuns: draws(20) },
  );
}, 120_000);

test('the constants of any config are its descriptors, and its validators take what fits it', async () => {
  const folder = scratchFolder();
  let run = 0;
  await fc.assert(
    fc.asyncProperty(randomConfig, fc.infiniteStream(fc.nat()), async (config, seeds) => {
      run += 1;
      const ir = irOf(config);
      const files = [...emitDescriptors(ir), ...emitValidators(ir)];
      writeFiles(
        folder,
        files.map(({ path, content }) => ({ path: `${run}/${path}`, content })),
      );
      const { contract } = (await import(`${folder}/${run}/descriptors.ts`)) as {
        readonly contract: unknown;
      };
      expect(contract).toEqual(describeConfig(config));
      const validators = (await import(`${folder}/${run}/validators.ts`)) as Readonly<
        Record<string, Validator>
      >;
      for (const { names, descriptor } of [...ir.collections, ...ir.globals]) {
        const { create, update, draft } = validatorNames(names);
        const body = validBody(descriptor.fields);
        if (body === null) continue;
        const [data] = fc.sample(body, { numRuns: 1, seed: seeds.next().value });
        const operations = descriptor.kind === 'collection' ? [create, update, draft] : [update, draft];
        for (const name of operations)
          expect([name, validators[name]?.safeParse(data)]).toEqual([name, { success: true, data }]);
        expect(validators[update]?.safeParse({})).toEqual({ success: true, data: {} });
        for (const name of operations)
          expect(validators[name]?.safeParse({ ...data, 'no field': 1 }).success).toBe(false);
      }
    }),
    { numRuns: draws(60) },
  );
}, 120_000);
