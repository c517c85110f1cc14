/** What can be done with documents: the names of access rules, of scopes, and in refusals. */
export const collectionOperations = ['read', 'create', 'update', 'delete'] as const;

/** Of collections with `trash`: `purge` deletes for good. */
export const trashOperations = ['read', 'create', 'update', 'delete', 'purge'] as const;

/** Of a global. */
export const globalOperations = ['read', 'update'] as const;

/** Something that can be done with documents. */
export type DocumentOperation = (typeof trashOperations)[number];
