import type { Ir, IrCollection } from '../../ir/ir.js';
import { type Components, createComponents } from './components.js';
import { type ComponentNames, nameComponents } from './names.js';

/** What the parts of the document share while it is built. */
export interface Context {
  readonly ir: Ir;
  readonly names: ComponentNames;
  readonly components: Components;
  /** The collection with this slug. */
  collection(slug: string): IrCollection;
}

export function createContext(ir: Ir): Context {
  const collections = new Map(ir.collections.map((collection) => [collection.descriptor.slug, collection]));
  return {
    ir,
    names: nameComponents(ir),
    components: createComponents(),
    collection(slug) {
      const found = collections.get(slug);
      // The config is checked before it becomes an IR, so only a broken IR can lead here.
      if (!found) throw new Error(`The IR has a relation to "${slug}", but no such collection.`);
      return found;
    },
  };
}
