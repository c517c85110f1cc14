/**
 * The tables of files. They are apart from what reads and writes them: a service without files knows all
 * tables too, and loads nothing else of files.
 */
import { type SystemTable, systemColumns } from '../../storage/schema/system-tables.js';

/** Files: `file-table.ts`. */
export const fileTables: readonly SystemTable[] = [
  {
    name: '_svc_files',
    columns: [
      ...systemColumns('text', { required: ['id', 'collection', 'storage', 'state'] }),
      ...systemColumns('integer', { required: ['createdAt', 'dueAt', 'attempts'] }),
      ...systemColumns('text', { optional: ['document', 'mimeType', 'checksum'] }),
      ...systemColumns('integer', { optional: ['bytes'] }),
    ],
    primaryKey: ['id'],
    indexes: [
      { name: '_svc_files_document', columns: ['collection', 'document'] },
      { name: '_svc_files_due', columns: ['state', 'dueAt'] },
      // An import looks for bytes that the service has already.
      { name: '_svc_files_checksum', columns: ['checksum'] },
      // Quotas and metrics add sizes up, which then reads no rows.
      { name: '_svc_files_bytes', columns: ['collection', 'state', 'bytes'] },
    ],
  },
  // Those that were moved from their public addresses: `hidden-table.ts`.
  {
    name: '_svc_hidden_files',
    columns: [
      ...systemColumns('text', { required: ['file', 'key', 'state'] }),
      ...systemColumns('integer', { required: ['dueAt', 'takenUntil', 'attempts', 'moves'] }),
    ],
    primaryKey: ['file'],
    indexes: [
      { name: '_svc_hidden_files_due', columns: ['dueAt'] },
      // `svc media check` looks for the file of an object.
      { name: '_svc_hidden_files_key', columns: ['key'] },
    ],
  },
];

/** Which file each version names: `version-files.ts`. */
export const versionFilesTable: SystemTable = {
  name: '_svc_file_versions',
  // `file` is empty where a version names none.
  columns: systemColumns('text', { required: ['version', 'collection', 'document', 'file'] }),
  primaryKey: ['version'],
  indexes: [
    { name: '_svc_file_versions_document', columns: ['collection', 'document'] },
    { name: '_svc_file_versions_file', columns: ['file'] },
  ],
};

/** Sizes of images: `size-table.ts`. */
export const sizeTables: readonly SystemTable[] = [
  {
    name: '_svc_file_sizes',
    columns: [
      ...systemColumns('text', { required: ['file', 'name', 'spec', 'state'] }),
      ...systemColumns('integer', { required: ['dueAt', 'attempts'] }),
      ...systemColumns('text', { optional: ['mimeType', 'checksum'] }),
      ...systemColumns('integer', { optional: ['bytes'] }),
    ],
    primaryKey: ['file', 'name'],
    indexes: [{ name: '_svc_file_sizes_due', columns: ['state', 'dueAt'] }],
  },
];

/** Which sizes the stored texts of documents name, and where their addresses lead. */
export const namedSizesTables: readonly SystemTable[] = [
  {
    name: '_svc_named_sizes',
    columns: systemColumns('text', { required: ['collection', 'sizes'] }),
    primaryKey: ['collection'],
    indexes: [],
  },
];

/** How far `svc media regenerate` came: `regeneration-table.ts`. */
export const regenerationTables: readonly SystemTable[] = [
  {
    name: '_svc_regenerations',
    columns: [
      ...systemColumns('text', { required: ['plan', 'after'] }),
      ...systemColumns('integer', { required: ['done'] }),
    ],
    primaryKey: ['plan'],
    indexes: [],
  },
];

/** Uploads in several requests, and their parts: `../resumable/upload-table.ts`. */
export const uploadTables: readonly SystemTable[] = [
  {
    name: '_svc_uploads',
    columns: [
      ...systemColumns('text', {
        required: ['id', 'collection', 'owner', 'requester', 'protocol', 'storage', 'filename', 'data'],
      }),
      ...systemColumns('integer', {
        required: ['length', 'received', 'lock', 'isDraft', 'expiresAt', 'dueAt'],
      }),
      ...systemColumns('text', { optional: ['declaredType', 'checksum', 'metadata'] }),
      ...systemColumns('text', { optional: ['replaces', 'expected', 'result'] }),
      ...systemColumns('integer', { optional: ['busyUntil', 'signedUntil'] }),
    ],
    primaryKey: ['id'],
    indexes: [
      { name: '_svc_uploads_due', columns: ['dueAt'] },
      { name: '_svc_uploads_requester', columns: ['requester', 'expiresAt'] },
    ],
  },
  {
    name: '_svc_upload_parts',
    columns: [
      ...systemColumns('text', { required: ['id', 'upload'] }),
      ...systemColumns('integer', { required: ['start'] }),
      ...systemColumns('integer', { optional: ['bytes'] }),
    ],
    primaryKey: ['id'],
    indexes: [{ name: '_svc_upload_parts_upload', columns: ['upload', 'start'] }],
  },
];
