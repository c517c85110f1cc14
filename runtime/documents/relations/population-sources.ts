import type { JoinField } from '../../codegen/descriptors.js';
import type { ReadShape } from '../../query/plan.js';
import type { DocumentType } from '../document-type.js';
import type { OperationContext } from '../operation-context.js';
import type { ReadPace } from '../read/read-pace.js';
import type { ReadViews } from '../read/read-view.js';
import type { JoinQuery } from './join-query.js';

/** The sources of the documents of one read. */
export interface PopulationSources extends PreparedPopulation {
  readonly pace: ReadPace;
}

/** The part that is prepared before any read. */
export interface PreparedPopulation {
  readonly collections: ReadonlyMap<string, DocumentType>;
  readonly joins: ReadonlyMap<JoinField, JoinQuery>;
  readonly views: ReadViews;
}

/** For whom relations of documents are populated, and how far. */
export interface PopulationRequest {
  readonly sources: PopulationSources;
  readonly type: DocumentType;
  readonly shape: ReadShape;
  readonly context: OperationContext;
}
