import type { OpenPart } from '../http/api.js';
import type { Capability } from '../storage/capability.js';

/** The trash of collections: what ends there, and when. Its tables belong to the collections. */
export const trash: Capability<unknown, OpenPart> = {
  name: 'trash',
  isUsedBy: ({ collections }) => collections.some((collection) => collection.trash !== undefined),
  tables: [],
  load: async () => (await import('./open-trash.js')).openTrash,
};
