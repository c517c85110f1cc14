import type { DocumentAccess } from '../../access/document-access.js';
import type { FieldDescriptor, IndexDescriptor } from '../../codegen/descriptors.js';
import { pendingTable } from '../../codegen/pending-descriptor.js';
import { reason } from '../../errors/reasons/reason.js';
import { issueAt, ServiceError } from '../../errors/service-error.js';
import { UniqueViolation } from '../../storage/driver.js';
import type { DocumentModel } from '../document-model.js';

/**
 * Turns the refusal of a unique index into a 409 that names its fields; any other error is returned
 * unchanged.
 */
export function uniqueConflict(
  model: DocumentModel,
  { error, access }: { readonly error: unknown; readonly access: DocumentAccess | null },
): unknown {
  if (!(error instanceof UniqueViolation)) return error;
  const index = findIndex(model, error.columns);
  if (index === undefined) return error;
  if (access !== null && index.paths.some((path) => isHidden(model, { path, access }))) {
    // Naming the field would reveal a hidden value.
    return new ServiceError('CONFLICT', reason('document.notUnique', { collection: model.name }), {
      cause: error,
    });
  }
  const why = reason('document.duplicateValues', { collection: model.name, fields: index.paths });
  return new ServiceError('CONFLICT', why, {
    details: index.paths.map((path) => issueAt(path, why)),
    cause: error,
  });
}

function findIndex(model: DocumentModel, columns: readonly string[]): IndexDescriptor | undefined {
  if (model.descriptor.kind !== 'collection') return undefined;
  const violated = columns.join();
  const tables = [model.table, pendingTable(model.table)];
  return model.descriptor.indexes.find(
    (index) =>
      index.unique &&
      tables.some((table) => index.columns.map((column) => `${table}.${column}`).join() === violated),
  );
}

function isHidden(
  model: DocumentModel,
  {
    path,
    access: {
      fields: { hidden },
    },
  }: { readonly path: string; readonly access: DocumentAccess },
): boolean {
  const isAtPath = (field: FieldDescriptor): boolean =>
    field.path === path ? hidden.has(field) : field.type === 'group' && field.fields.some(isAtPath);
  return hidden.size > 0 && model.descriptor.fields.some(isAtPath);
}
