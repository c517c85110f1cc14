import type { JsonObject } from '../../../runtime/util/json.js';
import type { Document } from '../api/documents.js';

/** A document as the JSON that it came as: what could be undefined in its type was not in the answer. */
export function contentOf(document: Document): JsonObject {
  return document as JsonObject;
}
