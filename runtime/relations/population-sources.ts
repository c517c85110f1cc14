import type { JoinField } from '../codegen/descriptors.js';
import type { DocumentType } from '../documents/document-type.js';
import type { ReadViews } from '../documents/read-view.js';
import type { Connection } from '../storage/driver.js';
import type { JoinQuery } from './join-query.js';

/** Where populated documents come from. */
export interface PopulationSources {
  readonly connection: Connection;
  readonly collections: ReadonlyMap<string, DocumentType>;
  readonly joins: ReadonlyMap<JoinField, JoinQuery>;
  readonly views: ReadViews;
}
