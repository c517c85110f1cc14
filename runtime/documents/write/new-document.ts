import type { DocumentAccess } from '../../access/document-access.js';
import type { Connection } from '../../storage/driver.js';
import { isoTime } from '../../util/iso-time.js';
import type { JsonObject } from '../../util/json.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { StoredDocument } from '../document-model.js';
import type { DocumentType } from '../document-type.js';
import { checkAddedReferences } from '../relations/check-targets.js';
import { collectReferences } from '../relations/reference-plan.js';
import { assembleDocument } from '../stored-document.js';
import { type Completion, completeFields } from './complete-value.js';
import { freeSlugs } from './slugs.js';
import { textBlockIssues } from './text-blocks.js';
import { incompleteData } from './validate-data.js';

/** The prepared data of a document that does not exist yet. */
export interface NewDocument {
  readonly environment: DocumentEnvironment;
  readonly type: DocumentType;
  readonly data: JsonObject;
  readonly isDraft: boolean;
  /** Of the requester. */
  readonly access: DocumentAccess | null;
}

/** Completes a new document, with its keys. Nothing is stored here. */
export async function newDocument(
  connection: Connection,
  { environment: { clock, ids, tables }, type, data, isDraft, access }: NewDocument,
): Promise<StoredDocument> {
  const { model, references } = type;
  const completion: Completion = { ids, issues: [], isDraft };
  const fields = completeFields(model.descriptor.fields, { data, prefix: '', completion });
  const issues = [...completion.issues, ...textBlockIssues(model.descriptor.fields, {}, fields)];
  if (issues.length > 0) throw incompleteData(model.name, issues);
  const now = isoTime(clock());
  const id = ids();
  const document = assembleDocument(
    model,
    { id, createdAt: now, updatedAt: now, revision: 1, status: isDraft ? 'draft' : 'published' },
    fields,
  );
  const added = collectReferences(references, document);
  await checkAddedReferences(connection, { type, id, references: added, tables, access });
  await freeSlugs(connection, type, { document, before: null, access });
  return document;
}
