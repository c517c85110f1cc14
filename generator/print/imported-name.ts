/** A name that a file gets by import, once it is printed there. */
export interface ImportedName {
  readonly kind: 'importedName';
  /** The exported name. */
  readonly name: string;
  /**
   * A package (`svc/runtime`), or a path relative to the output folder that starts with `./` or `../`
   * (`./descriptors.ts`, `../svc.config.js`): each file prints it relative to itself, with `.js` for `.ts`.
   */
  readonly from: string;
  /** What is imported: a value, only a type, the default export, or the whole module as a namespace. */
  readonly as: 'value' | 'type' | 'default' | 'namespace';
}

const known = new Map<string, ImportedName>();

/** A value: `import { createService } from 'svc/runtime'`. The same arguments give the same object. */
export function importedValue(name: string, from: string): ImportedName {
  return intern({ kind: 'importedName', name, from, as: 'value' });
}

/** A type: `import type { Post } from './types.js'`. */
export function importedType(name: string, from: string): ImportedName {
  return intern({ kind: 'importedName', name, from, as: 'type' });
}

/** A default export under a local name: `import config from '../svc.config.js'`. */
export function importedDefault(name: string, from: string): ImportedName {
  return intern({ kind: 'importedName', name, from, as: 'default' });
}

/** A whole module: `import * as z from 'zod'`. */
export function importedNamespace(name: string, from: string): ImportedName {
  return intern({ kind: 'importedName', name, from, as: 'namespace' });
}

// One object for one name, so that a set of objects is a set of names.
function intern(name: ImportedName): ImportedName {
  const key = `${name.as} ${name.name} ${name.from}`;
  const same = known.get(key);
  if (same) return same;
  known.set(key, Object.freeze(name));
  return name;
}
