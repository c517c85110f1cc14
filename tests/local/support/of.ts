import type { AnyCollectionMethods, Local } from '../../../runtime/config/local-types.js';

/** The methods of a collection: before code is generated, any name has some. */
export function of(local: Local, name: string): AnyCollectionMethods {
  const found = local[name];
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}
