import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import { nameOf } from '../../codegen/document-name.js';
import { reason } from '../../errors/reasons/reason.js';
import { gotOf, inputIssue, wrongType } from '../../fields/input-issue.js';
import type { ReadShape } from '../plan.js';
import type { QueryScope } from '../scope.js';
import { parseSelect } from './select.js';
import { wholeNumber } from './whole-number.js';

const wholeDocument: ReadShape = { depth: 0, select: null, draft: null };

/** Parses `depth`, `select` and `draft`: from a query string as text, from a body as JSON values. */
export function readShape(
  parameters: ReadonlyMap<string, unknown>,
  { document, scope }: { readonly document: DocumentDescriptor; readonly scope: QueryScope },
): ReadShape {
  const [depth, select, draft] = [parameters.get('depth'), parameters.get('select'), parameters.get('draft')];
  if (depth === undefined && select === undefined && draft === undefined) return wholeDocument;
  const levels =
    depth === undefined ? 0 : wholeNumber(depth, 'depth', { from: 0, to: scope.limits.maxDepth });
  return {
    depth: levels,
    select:
      select === undefined ? null : parseSelect(document, selectNames(select), { scope, depth: levels }),
    draft: draft === undefined ? null : readDraft(document, draft),
  };
}

function selectNames(select: unknown): readonly string[] {
  if (typeof select === 'string') return select.split(',').map((name) => name.trim());
  if (Array.isArray(select) && select.length > 0 && select.every((name) => typeof name === 'string'))
    return select;
  throw inputIssue('select', reason('select.malformed', { got: gotOf(select) }));
}

function readDraft(document: DocumentDescriptor, value: unknown): boolean {
  const draft =
    value === true || value === 'true' ? true : value === false || value === 'false' ? false : null;
  if (draft === null) throw wrongType('draft', 'boolean', value);
  if (!document.drafts) throw inputIssue('draft', reason('draft.none', { collection: nameOf(document) }));
  return draft;
}
