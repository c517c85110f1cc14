import type { IrCollection, IrGlobal } from '../../ir/ir.js';

/** The name of a document's property in the client: `blogPosts`, `globals/siteSettings`. */
export function clientName({ names, descriptor }: IrCollection | IrGlobal): string {
  return descriptor.kind === 'global' ? `globals/${names.property}` : names.property;
}
