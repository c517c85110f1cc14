/**
 * Documents that one request may write. Each is validated, and on SQLite all other writers wait until the
 * last one is done.
 */
export const maxOperations = 1000;
