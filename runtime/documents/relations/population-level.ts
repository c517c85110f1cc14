import type { JoinField } from '../../codegen/descriptors.js';
import type { SelectNode } from '../../query/plan.js';
import type { DocumentType } from '../document-type.js';
import type { OutgoingDocument } from '../read/outgoing-document.js';
import type { JoinedDocuments } from './join-query.js';

/** Documents of one collection with the same selection at one level. */
export interface PopulationGroup {
  readonly type: DocumentType;
  readonly select: SelectNode | null;
  /** Ids that the level above refers to. */
  readonly wanted: Set<string>;
  /** Those of them that exist. */
  readonly documents: Map<string, OutgoingDocument>;
  readonly joins: Map<JoinField, ReadonlyMap<string, JoinedDocuments>>;
  /** The text of each document in the response; filled from the lowest level up. */
  readonly texts: Map<string, string>;
}

/** All documents that are as many relations away from the root. */
export class PopulationLevel {
  readonly groups: PopulationGroup[] = [];
  readonly #byType: Map<DocumentType, Map<SelectNode | null, PopulationGroup>> = new Map();

  /** The group of a collection and selection, created on first use. */
  group(type: DocumentType, select: SelectNode | null): PopulationGroup {
    const known = this.#byType.get(type)?.get(select);
    if (known !== undefined) return known;
    const group: PopulationGroup = {
      type,
      select,
      wanted: new Set(),
      documents: new Map(),
      joins: new Map(),
      texts: new Map(),
    };
    const bySelect = this.#byType.get(type) ?? new Map<SelectNode | null, PopulationGroup>();
    this.#byType.set(type, bySelect.set(select, group));
    this.groups.push(group);
    return group;
  }

  /** The text of a document at this level; null when there is none. */
  text(type: DocumentType | undefined, select: SelectNode | null, id: string): string | null {
    if (type === undefined) return null;
    return this.#byType.get(type)?.get(select)?.texts.get(id) ?? null;
  }
}
