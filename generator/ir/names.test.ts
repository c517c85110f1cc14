/** Names of generated types beside those of the SDK. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { createNamer } from './names.js';

test.each(['index.ts', 'auth/index.ts', 'uploads/index.ts', 'trash/index.ts'])(
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
    const taken = exported.filter((name) => createNamer().global(name, undefined).type === name);
    expect(taken).toEqual([]);
  },
);
