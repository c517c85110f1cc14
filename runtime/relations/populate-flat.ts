import type { RelationshipField } from '../codegen/descriptors.js';
import type { CutText } from '../documents/cut-text.js';
import type { DocumentType } from '../documents/document-type.js';
import { loadTexts } from '../documents/load-outgoing.js';
import type { OperationContext } from '../documents/operation.js';
import type { OutgoingDocument } from '../documents/outgoing-document.js';
import type { ReadShape } from '../query/plan.js';
import type { JsonValue } from '../util/json.js';
import type { PopulationSources } from './population-sources.js';
import { pointersOf } from './reference-plan.js';
import { nothingJoined, type PopulatedView, writeAround } from './write-populated.js';

type TextsBySlug = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Larger answers are left to the general way, which keeps count. */
const mostDocuments = 2_000;

/**
 * `depth=1` as most requests want it: relations at the top of whole documents, and related documents as they are stored. Then
 * texts are put into the gaps of texts, in half the time of the general way. Null where something needs a closer look.
 */
export async function populateFlat(
  sources: PopulationSources,
  type: DocumentType,
  documents: readonly OutgoingDocument[],
  shape: ReadShape,
  context: OperationContext,
): Promise<readonly string[] | null> {
  const { population } = type;
  const { cuts } = population;
  if (cuts === null || population.joins.length > 0) return null;
  const cutTexts: CutText[] = [];
  const wanted = new Map<string, Set<string>>();
  for (const document of documents) {
    const cut = document.cut(cuts);
    if (cut === null) return null;
    cutTexts.push(cut);
    for (const [at, field] of cuts.entries()) want(field, cut.values[at] ?? null, wanted);
  }
  const texts = await readTexts(sources, wanted, shape, context);
  if (texts === null) return null;
  const view: PopulatedView = {
    document: ({ collection, id }) => texts.get(collection)?.get(id) ?? null,
    joined: () => nothingJoined,
    hides: () => false,
  };
  return cutTexts.map((cut) => writeAround(cut, population, view));
}

function want(field: RelationshipField, value: JsonValue, wanted: Map<string, Set<string>>): void {
  if (value === null) return;
  if (typeof value === 'string') add(wanted, field.to[0] ?? '', value);
  else for (const { collection, id } of pointersOf(field, value)) add(wanted, collection, id);
}

function add(wanted: Map<string, Set<string>>, collection: string, id: string): void {
  const ids = wanted.get(collection);
  if (ids === undefined) wanted.set(collection, new Set([id]));
  else ids.add(id);
}

async function readTexts(
  { connection, collections, views }: PopulationSources,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
  shape: ReadShape,
  { access }: OperationContext,
): Promise<TextsBySlug | null> {
  const texts = new Map<string, Map<string, string>>();
  const view = views(shape, access);
  let count = 0;
  for (const [slug, ids] of wanted) {
    const type = collections.get(slug);
    if (type === undefined) continue;
    count += ids.size;
    if (count > mostDocuments || type.hooks.afterRead.length > 0) return null;
    const { descriptor } = type.model;
    if (access !== null && access.fields.hiddenIn(descriptor) !== null) return null;
    const visible = access === null ? null : (await access.read(descriptor)).where;
    const found = new Map<string, string>();
    for (const { id, text } of await loadTexts(connection, type, { view, visible, ids: [...ids] })) {
      if (text === null) return null;
      found.set(id, text);
    }
    texts.set(slug, found);
  }
  return texts;
}
