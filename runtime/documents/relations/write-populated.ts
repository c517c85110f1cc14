import type { JoinField, RelationshipField } from '../../codegen/descriptors.js';
import type { SelectNode } from '../../query/plan.js';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import type { CutText } from '../read/cut-text.js';
import type { OutgoingDocument } from '../read/outgoing-document.js';
import type { JoinedDocuments } from './join-query.js';
import type { PopulationGroup } from './population-level.js';
import { noPopulation, type PopulationNode, type PopulationPlan, planOfRow } from './population-plan.js';
import { type Pointer, pointersOf } from './reference-plan.js';

/**
 * The level below a document: the texts of the documents that it refers to, and of those that refer to it.
 */
export interface PopulatedView {
  /** Null where a document cannot be populated. */
  document(pointer: Pointer, select: SelectNode | null): string | null;
  joined(field: JoinField): JoinedDocuments;
  /** Whether the join itself must not be shown. */
  hides(field: JoinField): boolean;
}

/** The value of a join without visible documents that refer to the document. */
export const nothingJoined: JoinedDocuments = Object.freeze({ ids: Object.freeze([]), hasNextPage: false });

/** Serializes the selected parts of a document and, where a view is given, populates its relations. */
export function populatedText(
  document: OutgoingDocument,
  { type, select }: PopulationGroup,
  view: PopulatedView | null,
): string {
  const { population } = type;
  const untouched = view === null || (population.nodes.size === 0 && population.joins.length === 0);
  if (select === null && untouched) return document.text;
  const cut = select === null && population.cuts !== null ? document.cut(population.cuts) : null;
  if (cut !== null && view !== null) return writeAround(cut, population, view);
  return writeObject(document.data, population, { select, view, always: ['id'] });
}

/** Inserts the related documents into a document's text. */
export function writeAround(
  { pieces, values }: CutText,
  { cuts, joins }: PopulationPlan,
  view: PopulatedView,
): string {
  let text = pieces[0] ?? '';
  cuts?.forEach((field, position) => {
    text += writeRelation(values[position] ?? null, field, null, view) + (pieces[position + 1] ?? '');
  });
  const shown = joins.filter((join) => !view.hides(join));
  if (shown.length === 0) return text;
  const joined = shown.map((join) => `,${JSON.stringify(join.name)}:${writeJoin(join, null, view)}`);
  return `${text.slice(0, -1)}${joined.join('')}}`;
}

interface Shape {
  readonly select: SelectNode | null;
  readonly view: PopulatedView | null;
  /** Keys that are included whatever is selected. */
  readonly always: readonly string[];
}

const rowKeys = ['id', 'blockType'];

function writeObject(data: JsonObject, plan: PopulationPlan, shape: Shape): string {
  let text = '';
  for (const key of Object.keys(data)) {
    const select = selected(key, shape);
    if (select === undefined) continue;
    const node = plan.nodes.get(key);
    text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${writeValue(ownValue(data, key) ?? null, node, select, shape.view)}`;
  }
  const { view } = shape;
  if (view !== null) {
    for (const join of plan.joins) {
      const select = selected(join.name, shape);
      if (select === undefined || view.hides(join)) continue;
      text += `${text === '' ? '{' : ','}${JSON.stringify(join.name)}:${writeJoin(join, select, view)}`;
    }
  }
  return text === '' ? '{}' : `${text}}`;
}

/** The selection below a key; null for the whole value, undefined for a key that is left out. */
function selected(key: string, { select, always }: Shape): SelectNode | null | undefined {
  if (select === null) return null;
  return select.fields.get(key) ?? (select.fields.has(key) || always.includes(key) ? null : undefined);
}

function writeValue(
  value: JsonValue,
  node: PopulationNode | undefined,
  select: SelectNode | null,
  view: PopulatedView | null,
): string {
  if (node?.kind === 'relation') {
    return view === null ? JSON.stringify(value) : writeRelation(value, node.field, select, view);
  }
  // Without a selection, only parts with relations differ from what is stored.
  if (select === null && (node === undefined || view === null)) return JSON.stringify(value);
  if (Array.isArray(value)) {
    const rows = (value as readonly JsonValue[]).map((row) => {
      if (!isJsonObject(row)) return JSON.stringify(row);
      return writeObject(row, rowPlan(node, row), { select, view, always: rowKeys });
    });
    return `[${rows.join(',')}]`;
  }
  if (!isJsonObject(value)) return JSON.stringify(value);
  return writeObject(value, node?.kind === 'group' ? node.plan : noPopulation, { select, view, always: [] });
}

function rowPlan(node: PopulationNode | undefined, row: JsonObject): PopulationPlan {
  if (node?.kind !== 'rows' && node?.kind !== 'blocks') return noPopulation;
  return planOfRow(node, ownValue(row, 'blockType'));
}

/**
 * At depth 1 and more a relation is never a bare id. A list leaves out what cannot be populated; a single
 * relation is `null`, and one that may point to several collections has `doc: null`.
 */
function writeRelation(
  value: JsonValue,
  field: RelationshipField,
  select: SelectNode | null,
  view: PopulatedView,
): string {
  if (typeof value === 'string')
    return view.document({ collection: field.to[0] ?? '', id: value }, select) ?? 'null';
  const texts = pointersOf(field, value).flatMap((pointer): readonly string[] => {
    const text = view.document(pointer, select);
    if (text === null && (field.hasMany || !field.polymorphic)) return [];
    if (!field.polymorphic) return text === null ? [] : [text];
    const { collection, id } = pointer;
    return [
      `{"collection":${JSON.stringify(collection)},"id":${JSON.stringify(id)},"doc":${text ?? 'null'}}`,
    ];
  });
  return field.hasMany ? `[${texts.join(',')}]` : (texts[0] ?? 'null');
}

function writeJoin(join: JoinField, select: SelectNode | null, view: PopulatedView): string {
  const { ids, hasNextPage } = view.joined(join);
  const docs = ids.flatMap((id) => view.document({ collection: join.collection, id }, select) ?? []);
  return `{"docs":[${docs.join(',')}],"hasNextPage":${hasNextPage}}`;
}
