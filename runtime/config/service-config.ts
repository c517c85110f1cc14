import type { AdminConfig } from './admin-config.js';
import type { AuthConfig } from './auth-config.js';
import type { CollectionConfig, GlobalConfig } from './collection-config.js';
import type { DatabaseConfig } from './database-config.js';
import type { EmailConfig } from './email-config.js';
import type { OpenApiConfig } from './openapi-config.js';
import type { RouteConfig } from './route-config.js';
import type { StorageConfig } from './storage-config.js';
import type { UploadsConfig } from './upload-config.js';

/** Upper limits for requests. */
export interface LimitsConfig {
  /** Max `limit` of a list. Default 1000. */
  readonly maxLimit?: number;
  /** Max `depth` of a read. Default 10. */
  readonly maxDepth?: number;
  /** Max size of a request body in bytes. Default 1 MiB (1048576). */
  readonly bodyBytes?: number;
  /**
   * Max number of documents that one request changes: operations of a bulk, matches of a filter. Default
   * 1000.
   */
  readonly bulkOperations?: number;
  /** Max size in bytes of a request body with many operations. Default 8 MiB (8388608). */
  readonly bulkBytes?: number;
  /**
   * Max size in bytes of the responses that each process of the server keeps until the next write. Default
   * 64 MiB (67108864); 0: none are kept.
   */
  readonly answerCache?: number;
}

/** How the server listens. The environment wins over it. */
export interface ServerConfig {
  /**
   * A module of the project that starts the server, relative to the config: it imports `createApp` from
   * `generated/server.js` and serves or mounts it. `svc dev`, `svc build` and `svc start` run it. Default:
   * the generated server.
   *
   * @example
   * './server.ts'
   */
  readonly entry?: string;
  /** TCP port. Default 3000; `PORT` wins. */
  readonly port?: number;
  /** Address to listen on. Default: all interfaces; `HOST` wins. */
  readonly host?: string;
  /** The `trust proxy` setting of Express: which proxies may set the client's address. Default `false`. */
  readonly trustProxy?: boolean | number | string | readonly string[];
  /** Which other origins may call the API from a browser. */
  readonly cors?: {
    /** Origins that may call the API from a browser (`https://example.com`), or `['*']`. Default: none. */
    readonly origins?: readonly string[];
  };
  /** Milliseconds after which a request is aborted. Default 30000; 0 means never. */
  readonly requestTimeout?: number;
  /**
   * Milliseconds after which a long read is aborted: one that no index serves (a search in many texts, a sort
   * by a field without an index). The page, the count and the joins of a list share them. Such reads run
   * separately from all others. Default 5000; `SVC_LONG_READ_TIMEOUT` wins.
   */
  readonly longReadTimeout?: number;
  /**
   * Milliseconds from which the server keeps which reads were slow, without their values, for
   * `svc doctor --queries`. Default 50; 0: none are kept. `SVC_SLOW_READ_THRESHOLD` wins.
   */
  readonly slowReadThreshold?: number;
  /**
   * Enables `GET /metrics` for Prometheus. Make it reachable only from the internal network. Default `false`;
   * `SVC_METRICS` wins.
   */
  readonly metrics?: boolean;
}

/** How `svc generate` emits the client. */
export interface SdkConfig {
  /**
   * `js`: JavaScript with declarations, which every bundler and runtime takes as it is. `ts`: TypeScript, for
   * a project that compiles it with its own sources. Default `js`.
   */
  readonly emit?: 'js' | 'ts';
}

/** The whole config. At least one of `collections` and `globals` is required. */
export interface ServiceConfig {
  /** Name of the service: in its API documentation, the dashboard and mails. Default `svc`. */
  readonly name?: string;
  /** Public URL of the API, for links and the OpenAPI document. `SVC_BASE_URL` wins. */
  readonly baseUrl?: string;
  /** Folder of the generated code, relative to the config. Default `generated`. */
  readonly output?: string;
  /** Where content is kept. Default: SQLite at `.svc/data.db`. `SVC_DATABASE_URL` wins. */
  readonly db?: DatabaseConfig;
  /** Where files of collections with `upload` are kept. Default: the folder `.svc/files`. */
  readonly storage?: StorageConfig;
  /** Further places, by the names that `upload.storage` of collections use. */
  readonly storages?: Readonly<Record<string, StorageConfig>>;
  /** How files are taken and removed. */
  readonly uploads?: UploadsConfig;
  /** Types of documents, each with any number of documents. */
  readonly collections?: readonly CollectionConfig[];
  /** Single documents, such as settings of a site. */
  readonly globals?: readonly GlobalConfig[];
  /** Routes of your own below `/api`, each made by `defineRoute`. */
  readonly routes?: readonly RouteConfig[];
  /** Authentication and access control. Without it, everyone may read and write everything. */
  readonly auth?: AuthConfig;
  /** How mail is sent, and its content. */
  readonly email?: EmailConfig;
  /** How the dashboard under `/admin` looks. `false` turns it off. */
  readonly admin?: AdminConfig | false;
  /** How the client is emitted. */
  readonly sdk?: SdkConfig;
  /** Who is named in the OpenAPI document, and a second one for partners. */
  readonly openapi?: OpenApiConfig;
  /** Upper limits for requests. */
  readonly limits?: LimitsConfig;
  /** How the server listens and runs. The environment wins over it. */
  readonly server?: ServerConfig;
}
