import type { Ir, IrBlock, IrCollection } from '../../ir/ir.js';
import { findCrowded } from './crowded.js';
import { leadsOn } from './deep-fields.js';

/** What the parts of the SDK's emitter share. */
export interface SdkContext {
  readonly ir: Ir;
  collection(slug: string): IrCollection;
  /** Whether documents of a collection have another type at another depth. */
  isDeep(slug: string): boolean;
  /** Whether a block does. */
  isDeepBlock(block: IrBlock): boolean;
  /** Whether a collection has too many paths to list them by name. */
  isCrowded(slug: string): boolean;
}

export function createContext(ir: Ir): SdkContext {
  const bySlug = new Map(ir.collections.map((collection) => [collection.descriptor.slug, collection]));
  const crowded = findCrowded(ir);
  const collection = (slug: string): IrCollection => {
    const found = bySlug.get(slug);
    if (!found) throw new Error(`There is no collection ${JSON.stringify(slug)}.`);
    return found;
  };
  return {
    ir,
    collection,
    isDeep: (slug) => collection(slug).descriptor.fields.some(leadsOn),
    isDeepBlock: (block) => block.descriptor.fields.some(leadsOn),
    isCrowded: (slug) => crowded.has(slug),
  };
}
