import type { DocumentDescriptor, JoinField, RelationshipField } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { type HiddenFields, nothingHidden } from '../../query/parse/hidden-fields.js';
import type { ReadShape, SelectNode, WhereNode } from '../../query/plan.js';
import { isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import type { DocumentType } from '../document-type.js';
import type { OperationContext } from '../operation-context.js';
import { asReadPaced } from '../read/as-read.js';
import { withVirtuals } from '../read/compute-virtuals.js';
import { loadOutgoing } from '../read/load-outgoing.js';
import { OutgoingDocument } from '../read/outgoing-document.js';
import type { ReadPace } from '../read/read-pace.js';
import type { ReadView } from '../read/read-view.js';
import { BoundedAnswer, tooLarge } from './bounded-answer.js';
import type { JoinedDocuments, JoinQuery } from './join-query.js';
import { populateFlat } from './populate-flat.js';
import { type PopulationGroup, PopulationLevel } from './population-level.js';
import { type PopulationNode, type PopulationPlan, planOfRow } from './population-plan.js';
import type { PopulationRequest, PopulationSources } from './population-sources.js';
import { pointersOf } from './reference-plan.js';
import { nothingJoined, type PopulatedView, populatedText } from './write-populated.js';

/**
 * Max documents that one request may read for its population, and that its response may hold. A document
 * counts at each level where it is: following its relations again is the work. A larger response would be a
 * dump of the database.
 */
const maxDocuments = 30_000;

/**
 * Serializes documents as `depth` and `select` require. Level by level: all documents of a level are read
 * with one query for each collection that the level above refers to, and one for each join, however many
 * documents refer to others or share them.
 *
 * @throws ServiceError BAD_USER_INPUT when the response would be too large.
 */
export async function populate(
  documents: readonly OutgoingDocument[],
  { sources, type, shape, context }: PopulationRequest,
): Promise<readonly string[]> {
  const flat =
    shape.depth === 1 && shape.select === null
      ? await populateFlat(documents, { sources, type, shape, context })
      : null;
  if (flat !== null) return flat;
  const population = new Population(sources, shape, context);
  const root = new PopulationLevel();
  const group = root.group(type, shape.select);
  population.know(type, documents);
  await population.show(group, documents);
  await population.descend(root, shape.depth);
  return documents.map((document) => group.texts.get(document.id) ?? 'null');
}

class Population {
  readonly #sources: PopulationSources;
  readonly #context: OperationContext;
  readonly #view: ReadView;
  readonly #pace: ReadPace;
  /** Every document read so far; null where there is none. */
  readonly #loaded: Map<DocumentType, Map<string, OutgoingDocument | null>> = new Map();
  /** What joins have found so far, by parent: a document may be at several levels. */
  readonly #joined: Map<JoinField, Map<string, JoinedDocuments>> = new Map();
  #read = 0;
  #shown = 0;

  constructor(sources: PopulationSources, shape: ReadShape, context: OperationContext) {
    this.#sources = sources;
    this.#view = sources.views(shape, context.access);
    this.#context = context;
    this.#pace = sources.pace;
  }

  /** Adds documents that need not be read again. */
  know(type: DocumentType, documents: readonly OutgoingDocument[]): void {
    const known = this.#known(type);
    for (const document of documents) known.set(document.id, document);
  }

  /** Adds documents to a group, with the virtual fields that it selects. */
  async show({ type, select, documents }: PopulationGroup, read: readonly OutgoingDocument[]): Promise<void> {
    const shown = { type, select, context: this.#context, pace: this.#pace };
    for (const document of await withVirtuals(read, shown)) documents.set(document.id, document);
  }

  /** Reads everything below a level, then writes it from the bottom up. */
  async descend(root: PopulationLevel, depth: number): Promise<void> {
    const levels = [root];
    for (let level = root; levels.length <= depth && level.groups.length > 0; ) {
      level = await this.#levelBelow(level);
      levels.push(level);
    }
    this.#pace.hasRead();
    for (let at = levels.length - 1; at >= 0; at -= 1) {
      const level = levels[at];
      // At the last level relations are ids again.
      if (level !== undefined)
        await this.#write(level, at < depth ? (levels[at + 1] ?? new PopulationLevel()) : null);
    }
  }

  async #levelBelow(level: PopulationLevel): Promise<PopulationLevel> {
    const below = new PopulationLevel();
    for (const group of level.groups) {
      for (const document of group.documents.values()) {
        this.#wantFrom(document, group, below);
        if (this.#pace.isDue(0)) await this.#pace.pauseBetweenReads();
      }
      await this.#readJoins(group, below);
    }
    await this.#load(below);
    return below;
  }

  #wantFrom(document: OutgoingDocument, { type, select }: PopulationGroup, below: PopulationLevel): void {
    const { cuts } = type.population;
    const cut = select === null && cuts !== null ? document.cut(cuts) : null;
    if (cut === null) this.#want(type.population, document.data, select, below);
    else cuts?.forEach((field, at) => void this.#wantPointers(field, cut.values[at] ?? null, null, below));
  }

  /** Records everything that a document, group or row refers to. */
  #want(plan: PopulationPlan, data: JsonObject, select: SelectNode | null, below: PopulationLevel): void {
    for (const [name, node] of plan.nodes) {
      const part = select === null ? null : select.fields.get(name);
      const value = ownValue(data, name);
      if (part !== undefined && value !== undefined && value !== null)
        this.#wantNode(node, value, part, below);
    }
  }

  #wantNode(node: PopulationNode, value: JsonValue, select: SelectNode | null, below: PopulationLevel): void {
    if (node.kind === 'relation') {
      this.#wantPointers(node.field, value, select, below);
    } else if (node.kind === 'group') {
      if (isJsonObject(value)) this.#want(node.plan, value, select, below);
    } else if (Array.isArray(value)) {
      for (const row of value as readonly JsonValue[]) {
        if (isJsonObject(row)) this.#want(planOfRow(node, ownValue(row, 'blockType')), row, select, below);
      }
    }
  }

  #wantPointers(
    field: RelationshipField,
    value: JsonValue,
    select: SelectNode | null,
    below: PopulationLevel,
  ): void {
    if (value === null) return;
    for (const { collection, id } of pointersOf(field, value)) {
      const type = this.#sources.collections.get(collection);
      if (type !== undefined) below.group(type, select).wanted.add(id);
    }
  }

  async #readJoins(group: PopulationGroup, below: PopulationLevel): Promise<void> {
    for (const { field, select } of selectedJoins(group.type.population, group.select)) {
      const query = this.#sources.joins.get(field);
      const type = this.#sources.collections.get(field.collection);
      if (query === undefined || type === undefined) continue;
      if (this.#isClosed(query)) continue;
      const joined = this.#joined.get(field) ?? new Map<string, JoinedDocuments>();
      this.#joined.set(field, joined);
      group.joins.set(field, joined);
      const { wanted } = below.group(type, select);
      const { table } = type.model;
      const unread = [...group.documents.keys()].filter((id) => !joined.has(id));
      for (const parents of this.#pace.parts(unread, table, field.limit + 1)) {
        if (parents.length === 0) continue;
        const { byParent, texts } = await query.read(this.#pace.source, parents, {
          view: this.#view,
          visible: await this.#visible(type.model.descriptor),
          hidden: this.#hidden(),
          clientSignal: this.#context.clientSignal,
          time: this.#pace.time,
        });
        for (const parent of parents) joined.set(parent, byParent.get(parent) ?? nothingJoined);
        await this.#keep(
          type,
          [...texts].flatMap(([id, text]) => (text === null ? [] : [OutgoingDocument.ofText(id, text)])),
        );
      }
      for (const parent of group.documents.keys()) {
        for (const id of joined.get(parent)?.ids ?? []) wanted.add(id);
      }
    }
  }

  /** Finds the documents that a level needs, with one query for each collection. */
  async #load(level: PopulationLevel): Promise<void> {
    for (const type of new Set(level.groups.map((group) => group.type))) {
      const groups = level.groups.filter((group) => group.type === type);
      const known = this.#known(type);
      const ids = [...new Set(groups.flatMap((group) => [...group.wanted]))].filter((id) => !known.has(id));
      const parts = ids.length === 0 ? [] : this.#pace.parts(ids, type.model.table);
      for (const part of parts)
        await this.#keep(
          type,
          await loadOutgoing(this.#pace.source, type, {
            view: this.#view,
            visible: await this.#visible(type.model.descriptor),
            ids: part,
          }),
        );
      for (const id of ids) if (!known.has(id)) known.set(id, null);
      for (const group of groups) {
        await this.show(
          group,
          [...group.wanted].flatMap((id) => known.get(id) ?? []),
        );
        this.#shown += group.documents.size;
        requireFew(this.#shown);
      }
    }
  }

  async #keep(type: DocumentType, documents: readonly OutgoingDocument[]): Promise<void> {
    const known = this.#known(type);
    const fresh = documents.filter(({ id }) => !known.has(id));
    this.#read += fresh.length;
    requireFew(this.#read);
    if (type.hooks.afterRead.length > 0) this.#pace.callsOut();
    const read = await asReadPaced(fresh, { type, context: this.#context, pace: this.#pace });
    for (const document of read) {
      known.set(document.id, document);
      if (this.#pace.isDue(0)) await this.#pace.pauseBetweenReads();
    }
  }

  /** The filter that visible documents of a collection meet; others count as missing. */
  async #visible(descriptor: DocumentDescriptor): Promise<WhereNode | null> {
    const { access } = this.#context;
    return access === null ? null : (await access.read(descriptor)).where;
  }

  #hidden(): HiddenFields {
    return this.#context.access?.fields.hidden ?? nothingHidden;
  }

  /** Whether a join would reveal a relation that may not be read, or is itself hidden. */
  #isClosed({ field, relations }: JoinQuery): boolean {
    const hidden = this.#hidden();
    return hidden.has(field) || relations.some((relation) => hidden.has(relation));
  }

  #known(type: DocumentType): Map<string, OutgoingDocument | null> {
    const known = this.#loaded.get(type) ?? new Map<string, OutgoingDocument | null>();
    this.#loaded.set(type, known);
    return known;
  }

  async #write(level: PopulationLevel, below: PopulationLevel | null): Promise<void> {
    const size = new BoundedAnswer();
    for (const group of level.groups) {
      for (const document of group.documents.values()) {
        const text = populatedText(document, group, this.#below(group, document.id, { below, size }));
        size.add(text);
        group.texts.set(document.id, text);
        if (this.#pace.isDue(text.length)) await this.#pace.pause();
      }
    }
  }

  /** The view of the level below for a document. */
  #below(group: PopulationGroup, id: string, { below, size }: LevelBelow): PopulatedView | null {
    if (below === null) return null;
    const { collections } = this.#sources;
    return {
      document: (pointer, select) =>
        size.inside(below.text(collections.get(pointer.collection), select, pointer.id)),
      joined: (field) => group.joins.get(field)?.get(id) ?? nothingJoined,
      hides: (field) => this.#hidden().has(field),
    };
  }
}

function requireFew(documents: number): void {
  if (documents > maxDocuments) throw tooLarge(reason('response.tooManyDocuments', { max: maxDocuments }));
}

/** The level below a document, and the size of its own level. */
interface LevelBelow {
  readonly below: PopulationLevel | null;
  readonly size: BoundedAnswer;
}

interface SelectedJoin {
  readonly field: JoinField;
  readonly select: SelectNode | null;
}

function selectedJoins(plan: PopulationPlan, select: SelectNode | null): readonly SelectedJoin[] {
  const part = (name: string): SelectNode | null | undefined =>
    select === null ? null : select.fields.get(name);
  const own = plan.joins.flatMap((field): readonly SelectedJoin[] => {
    const selected = part(field.name);
    return selected === undefined ? [] : [{ field, select: selected }];
  });
  const below = [...plan.nodes].flatMap(([name, node]): readonly SelectedJoin[] => {
    const selected = part(name);
    if (selected === undefined || node.kind === 'relation') return [];
    const plans = node.kind === 'blocks' ? [...node.plans.values()] : [node.plan];
    return plans.flatMap((inner) => selectedJoins(inner, selected));
  });
  return [...own, ...below];
}
