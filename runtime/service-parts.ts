import type { Argon2Parameters } from './auth/passwords/argon2-hash.js';
import type { ContractDescriptor } from './codegen/descriptors.js';
import type { ServiceConfig } from './config/service-config.js';
import type { Validator } from './documents/operation.js';
import type { Routes } from './http/api.js';
import type { LoadLocalClient } from './http/local/local-client.js';
import type { LogOutput } from './http/observability/log-output.js';
import type { OpenStore } from './http/routing/store-holder.js';
import type { ReplicaBounds } from './open-replica-router.js';
import type { SchemaMode } from './storage/schema/prepare-schema.js';
import type { Clock } from './util/clock.js';
import type { RemoteNetwork } from './util/remote-network.js';

/** The parts that generated code passes in. */
export interface ServiceParts {
  readonly config: ServiceConfig;
  readonly contract: ContractDescriptor;
  readonly routes: Routes;
  /** The emitted validator of new users; present with `auth` in the config. */
  readonly newUser?: Validator;
  /** The emitted `openapi.json`. */
  readonly openapi: URL;
  /** The emitted `openapi.public.json`; present with `openapi.public` in the config. */
  readonly publicOpenapi?: URL;
  /** Loads the client behind `local`; absent in a service without documents. */
  readonly local?: LoadLocalClient;
  /** The versions of svc that the generated code fits, such as `0.1`. */
  readonly fits?: string;
  /** The emitted `admin.json`; absent where the config has no dashboard. */
  readonly admin?: URL;
}

/** How an application runs, in addition to its config and the environment. */
export interface AppOptions {
  /**
   * `create` (default): an empty database gets its tables. `extend`: additive changes are applied too, as
   * `svc dev` does.
   */
  readonly schema?: SchemaMode;
  /**
   * Folder of the generated files, for a bundle of your own that was made without them. Default: beside the
   * generated server, else `generated` in the folder that the program is started in.
   */
  readonly generatedFolder?: string;
  /** Default `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
  /** Takes the log's lines, JSON with a line break. Default: the standard output. */
  readonly logOutput?: LogOutput;
}

/**
 * What tests set instead of waiting for it. Not for servers: neither the environment nor a config reaches it.
 */
export interface TestOptions {
  readonly clock?: Clock;
  /** Cheap parameters of argon2. */
  readonly hashing?: Argon2Parameters;
  readonly outboxFolder?: string;
  /** How far replicas may be behind. */
  readonly replicas?: ReplicaBounds;
  /** Where files of other servers are fetched from. */
  readonly network?: RemoteNetwork;
  /** Receives the store behind the endpoints. */
  readonly opened?: (store: OpenStore) => void;
}
