/** The entry point `svc`: what a config file needs, without heavy imports. */

export type { ErrorDetail } from '../errors/error-detail.js';
export { isRefusal, type Refusal, refuse } from '../errors/refusal.js';
export type * from './access-config.js';
export type * from './admin-config.js';
export type * from './auth-config.js';
export { redisSessions } from './auth-config.js';
export type * from './collection-config.js';
export {
  type DatabaseConfig,
  type DatabaseSessions,
  type PostgresDatabase,
  type PostgresPool,
  type PostgresSessions,
  postgres,
  postgresSessions,
  type SqliteDatabase,
  type SqliteSessions,
  sqlite,
  sqliteSessions,
} from './database-config.js';
export { defineCollection, defineConfig, defineGlobal, defineRoute, defineScript } from './define-config.js';
export type * from './email-config.js';
export type * from './field-config.js';
export {
  type ByteRange,
  FileMissing,
  type FileStorage,
  type ListedObject,
  StorageAway,
  StorageFull,
  type StorageSignal,
  type StoredObject,
  type WriteOptions,
} from './file-storage.js';
export type * from './hook-config.js';
export type * from './hook-request.js';
export type { AdminIcon } from './icon-name.js';
export type * from './layout-config.js';
export type * from './local-types.js';
export type * from './openapi-config.js';
export type * from './overview-config.js';
export type { Register } from './register.js';
export { atLeast, type BuiltInRole, type RoleName } from './roles.js';
export type * from './route-config.js';
export type * from './script-config.js';
export type * from './search-config.js';
export type * from './service-config.js';
export {
  type CustomStorage,
  type CustomStorageOptions,
  customStorage,
  type LocalStorage,
  localStorage,
  type S3Bucket,
  type S3StorageOptions,
  type StorageConfig,
  s3Storage,
} from './storage-config.js';
export type { TranslatedText } from './translated-text.js';
export type { ByteSize, FromUrlConfig, UploadAccess, UploadConfig, UploadsConfig } from './upload-config.js';
