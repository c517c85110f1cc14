import { expect, test } from 'vitest';
import { createFunctionReader } from './function-reader.js';

/** Runs a module of a bundle, and returns what its functions are read as. */
async function read(code: string): Promise<{ readonly texts: unknown; readonly declarations: unknown }> {
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  const module = (await import(/* @vite-ignore */ url)) as {
    readonly default: Readonly<Record<string, (...given: never[]) => unknown>>;
  };
  const reader = createFunctionReader(code);
  const texts = Object.fromEntries(
    Object.entries(module.default).map(([name, own]) => [name, Object.values(reader.read(own))[0]]),
  );
  return { texts, declarations: reader.declarations() };
}

test('a function is read with what it uses, and with nothing else', async () => {
  const code = `
const secret = 'hidden';
const kinds = ['a', 'b'];
function isKnown(kind) { return kinds.includes(kind); }
export default {
  arrow: ({ kind }) => isKnown(kind) && Math.max(1, 2) > 1,
  method(data) { const secret = data.secret; return secret === data['kinds']; },
};`;
  expect(await read(code)).toEqual({
    texts: {
      arrow: '(({ kind }) => isKnown(kind) && Math.max(1, 2) > 1)',
      method: "({ method(data) { const secret = data.secret; return secret === data['kinds']; } }).method",
    },
    declarations: ["const kinds = ['a', 'b'];", 'function isKnown(kind) { return kinds.includes(kind); }'],
  });
});

test('what a browser does not have is named', async () => {
  const code = `
import { join } from 'node:path';
const only = (kind) => (data) => data.kind === kind;
function env() { return process.env.X; }
export default {
  closed: only('a'),
  node: () => env(),
  imported: (data) => join(data.a),
  native: Math.max,
};`;
  const where = 'which is not declared at the top of a file';
  expect((await read(code)).texts).toEqual({
    closed: `uses kind, ${where}: it runs in the browser, where only its arguments and such declarations are known.`,
    node: 'uses process, which browsers do not have.',
    imported: "uses join of a package: it runs in the browser, with the config's own code only.",
    native: 'must be written in the config: it runs in the browser.',
  });
});
