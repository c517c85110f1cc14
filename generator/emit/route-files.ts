import type { IrCollection, IrGlobal } from '../ir/ir.js';
import { fileNameOf } from './file-name.js';

/** Path of the routes of a collection in the output folder. */
export function collectionRoutesPath({ descriptor }: IrCollection): string {
  return `routes/${fileNameOf(descriptor.slug)}.ts`;
}

/** Path of the routes of a global: in a folder of their own, since a collection may have the same slug. */
export function globalRoutesPath({ descriptor }: IrGlobal): string {
  return `routes/globals/${fileNameOf(descriptor.slug)}.ts`;
}
