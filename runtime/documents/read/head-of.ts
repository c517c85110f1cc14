import type { StoredDocument } from '../document-model.js';
import type { DocumentResult } from '../operation-context.js';

const headKeys = ['id', 'createdAt', 'updatedAt', '_status', '_revision'];

/**
 * A document without its fields: the response of a write for a requester who may change the document but not
 * read it.
 */
export function headOf(document: StoredDocument): DocumentResult {
  const head = headKeys.filter((key) => document[key] !== undefined).map((key) => [key, document[key]]);
  return {
    id: String(document['id']),
    revision: Number(document['_revision']),
    json: JSON.stringify(Object.fromEntries(head)),
  };
}
