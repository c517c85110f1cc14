import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../runtime/util/package-root.js';
import type { Ir } from '../ir/ir.js';

/** Code and templates that produce the files from the IR. */
const makers = [
  ...emitters(dirname(fileURLToPath(import.meta.url))),
  ...['templates/sdk', 'templates/validators', 'dist/templates'].map((room) => join(packageRoot, room)),
];

/**
 * Hash of everything that determines the emitted files: the IR, and the emitters themselves, since a version
 * of svc under development keeps its number. The same hash means the same files, byte for byte.
 */
export function inputHash(ir: Ir): string {
  const hash = createHash('sha256').update(JSON.stringify(ir));
  for (const folder of makers) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:js|ts|map|hbs)$/.test(name),
    );
    for (const name of names.sort()) hash.update(`\n${name}\n`).update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex').slice(0, 32);
}

/** Folders with the code of the emitters: their own in the sources, that of all chunks in a build. */
function emitters(own: string): readonly string[] {
  const rooms = ['emit', 'print', 'fields'].map((room) => join(dirname(own), room));
  return rooms.every((room) => existsSync(room)) ? rooms : [own];
}
