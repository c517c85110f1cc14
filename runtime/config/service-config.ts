import type { AdminConfig } from './admin-config.js';
import type { AuthConfig } from './auth-config.js';
import type { CollectionConfig, GlobalConfig } from './collection-config.js';
import type { DatabaseConfig } from './database-config.js';
import type { EmailConfig } from './email-config.js';

/** Upper bounds of requests. */
export interface LimitsConfig {
  /** Largest `limit` of a list. Default 1000. */
  readonly maxLimit?: number;
  /** Largest `depth` of a read. Default 10. */
  readonly maxDepth?: number;
  /** Largest request body in bytes. Default 1 MiB (1048576). */
  readonly bodyBytes?: number;
}

/** How the server listens. The environment wins over it. */
export interface ServerConfig {
  /** Default 3000; `PORT` wins. */
  readonly port?: number;
  /** Default: all interfaces; `HOST` wins. */
  readonly host?: string;
  /** Express' `trust proxy`: which proxies may name the client. Default `false`. */
  readonly trustProxy?: boolean | number | string | readonly string[];
  readonly cors?: {
    /** Origins that may call the API from a browser (`https://example.com`), or `['*']`. Default: none. */
    readonly origins?: readonly string[];
  };
  /** Milliseconds after which a request is given up. Default 30000; 0 never. */
  readonly requestTimeout?: number;
  /** `GET /metrics`, for Prometheus; only the inside may reach it. Default `false`; `SVC_METRICS` wins. */
  readonly metrics?: boolean;
}

/** The whole config. Only `collections` or `globals` is required. */
export interface ServiceConfig {
  /** Name of the service, for its API documentation. Default `svc`. */
  readonly name?: string;
  /** Public URL of the API, for links and the OpenAPI document; `SVC_BASE_URL` wins. */
  readonly baseUrl?: string;
  /** Folder of the generated code, relative to the config. Default `generated`. */
  readonly output?: string;
  /** Where content is kept. Default SQLite at `.svc/data.db`; `SVC_DATABASE_URL` wins. */
  readonly db?: DatabaseConfig;
  readonly collections?: readonly CollectionConfig[];
  readonly globals?: readonly GlobalConfig[];
  /** Authentication and access control. Without it everything is open to everybody. */
  readonly auth?: AuthConfig;
  readonly email?: EmailConfig;
  /** How the dashboard under `/admin` looks; `false`: there is none. */
  readonly admin?: AdminConfig | false;
  readonly limits?: LimitsConfig;
  readonly server?: ServerConfig;
}
