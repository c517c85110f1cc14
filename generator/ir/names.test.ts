/** Names of generated types beside those of the SDK. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { createNamer } from './names.js';

const nameOfGlobal = (name: string): string => createNamer({ hasUploads: true }).global(name, undefined).type;

test.each(['index.ts', 'auth/index.ts', 'uploads/index.ts', 'uploads/types.ts', 'trash/index.ts'])(
  'no generated type has the name of one that sdk/%s exports',
  (file) => {
    const text = readFileSync(join(packageRoot, 'templates/sdk', file), 'utf8');
    const listed = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.replace(/^\s*type /, '').trim()),
    );
    const declared = [...text.matchAll(/^export (?:interface|type|class) (\w+)/gm)].map(
      ([, name = '']) => name,
    );
    const exported = [...listed, ...declared].filter((name) => /^[A-Z]/.test(name));
    expect(exported.length).toBeGreaterThan(3);
    const taken = exported.filter((name) => nameOfGlobal(name) === name);
    expect(taken).toEqual([]);
  },
);

test('a project without files keeps the names that only uploads use', () => {
  expect(createNamer().collection('image-sizes', undefined).type).toBe('ImageSize');
});
