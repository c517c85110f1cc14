/**
 * Nodes of rich texts that name rows which the requester does not see: otherwise 200 or 400 would reveal
 * which rows there are.
 */
import type { DocumentAccess } from '../../access/document-access.js';
import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { type Issue, issueAt } from '../../errors/service-error.js';
import { hasTextWithBlocks } from '../../fields/text-with-blocks.js';
import { type JsonObject, ownValue } from '../../util/json.js';
import { idsOf, type PlacedText, shownBlocks, textsWithBlocks } from './text-blocks.js';

type Fields = readonly FieldDescriptor[];

/** The data of a request, next to what the requester may see of the document. */
export interface SeenDocument {
  readonly data: JsonObject;
  /** Both views, where the requester sees both. */
  readonly seen: readonly JsonObject[];
  readonly access: DocumentAccess | null;
  /** Whether some of the document is in none of `seen`. */
  readonly isBlind: boolean;
}

/**
 * Issues of nodes that name neither a row which the requester sends or sees, nor one that a text which they
 * see names: the same ones, whether there is such a row or not.
 */
export function unseenBlockIssues(fields: Fields, document: SeenDocument): readonly Issue[] {
  if (document.access === null || !hasTextWithBlocks(fields)) return [];
  const texts = textsWithBlocks(fields, { data: document.data, others: document.seen });
  return [...texts].flatMap((placed) => [...issuesOfText(placed, document)]);
}

function* issuesOfText(
  { text, fields, data, others: seen, prefix }: PlacedText,
  { access, isBlind }: SeenDocument,
): Iterable<Issue> {
  const { name, blocksField } = text;
  const hidden = access?.fields.hidden;
  const hides = fields.some((field) => field.name === blocksField && hidden?.has(field));
  if (!hides && !isBlind) return;
  const named = shownBlocks(ownValue(data, name));
  if (named.length === 0) return;
  const known = new Set([
    ...idsOf(data, blocksField),
    ...(hides ? [] : seen.flatMap((one) => [...idsOf(one, blocksField)])),
    ...(hidden?.has(text) ? [] : seen.flatMap((one) => shownBlocks(ownValue(one, name)).map(({ id }) => id))),
  ]);
  for (const { id, path } of named) {
    if (!known.has(id)) {
      yield issueAt(`${prefix}${name}.${path()}`, reason('text.unknownBlock', { field: blocksField }));
    }
  }
}
