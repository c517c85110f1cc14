import type { JsonObject } from '../../../runtime/util/json.js';
import type { Document } from '../api/documents.js';

/**
 * Returns a document as JSON. Members that its type calls optional are absent in a response, never undefined.
 */
export function contentOf(document: Document): JsonObject {
  return document as JsonObject;
}
