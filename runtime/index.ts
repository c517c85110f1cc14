/**
 * The entry point `svc/runtime`: everything that generated server code imports. Importing it reads `.env`,
 * since the config, which is imported after it, may read the environment.
 */
import { loadDotEnv } from './config/dot-env.js';

loadDotEnv(process.cwd());

export type * from './codegen/descriptors.js';
export { createService } from './create-service.js';
export {
  completeDirectUpload,
  createDirectUpload,
  createFromUrl,
  createTusUpload,
  createUpload,
  deleteDirectUpload,
  deleteTusUpload,
  patchTusUpload,
  readCurrentFile,
  readFile,
  readSize,
  readTusUpload,
  readUsage,
  signFile,
  storeUploadPart,
  updateUpload,
} from './files/handlers.js';
export type { ApiRequest, Method, Reply, RouteHandler, Routes, Service } from './http/api.js';
export type { App, CloseReport, FetchOptions, Listener } from './http/app.js';
export { createUser } from './http/auth-routes/users/create-user.js';
export { deleteUser } from './http/auth-routes/users/delete-user.js';
export { aggregateUsers, listUsers, queryUsers, readUser } from './http/auth-routes/users/read-users.js';
export { updateUser } from './http/auth-routes/users/update-user.js';
export { aggregateDocuments } from './http/handlers/aggregate-handler.js';
export {
  createDocument,
  deleteDocument,
  listDocuments,
  queryDocuments,
  readDocument,
  readDocument as readGlobal,
  updateDocument,
  updateDocument as updateGlobal,
} from './http/handlers/document-handlers.js';
export { discardDraft, unpublishDocument } from './http/handlers/draft-handlers.js';
export { duplicateDocument } from './http/handlers/many/duplicate-handler.js';
export {
  bulkDocuments,
  deleteManyDocuments,
  updateManyDocuments,
} from './http/handlers/many/many-handlers.js';
export { upsertDocument } from './http/handlers/many/upsert-handler.js';
export { createPreviewToken } from './http/handlers/preview/preview-handlers.js';
export { emptyTrash, restoreDocument } from './http/handlers/trash/trash-handlers.js';
export { listVersions, readVersion, restoreVersion } from './http/handlers/version-handlers.js';
export type { LocalClient } from './http/local/local-client.js';
export { expectServer } from './http/process/expect-server.js';
export { isMain } from './http/process/is-main.js';
export { type ServeOptions, serve } from './http/process/serve.js';
export { cancelSchedule, publishDocument, readSchedule } from './schedule/handlers.js';
export type { AppOptions, ServiceParts } from './service-parts.js';
