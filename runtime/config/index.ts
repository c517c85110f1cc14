/** The entry point `svc`: what a config file needs, without heavy imports. */

export type { ErrorDetail } from '../errors/error-detail.js';
export { isRefusal, type Refusal, refuse } from '../errors/refusal.js';
export type * from './access-config.js';
export type * from './admin-config.js';
export type * from './auth-config.js';
export { postgresSessions, redisSessions, sqliteSessions } from './auth-config.js';
export type * from './collection-config.js';
export {
  type DatabaseConfig,
  type PostgresDatabase,
  type PostgresPool,
  postgres,
  type SqliteDatabase,
  sqlite,
} from './database-config.js';
export { defineCollection, defineConfig, defineGlobal } from './define-config.js';
export type * from './email-config.js';
export type * from './field-config.js';
export type * from './hook-config.js';
export type * from './hook-request.js';
export type { Register } from './register.js';
export { atLeast, type BuiltInRole, type RoleName } from './roles.js';
export type * from './service-config.js';
