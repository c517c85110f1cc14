/**
 * The HTTP layer's own small interface: a request and a reply that are the same on a socket and in process
 * (`app.fetch`), and the routing table that generated code hands over.
 */
import type { AccessControl, DocumentAccess } from '../access/document-access.js';
import type { Requester } from '../access/requester.js';
import type { RequestOrigin } from '../auth/audit/audit-log.js';
import type { AuthServices } from '../auth/auth-services.js';
import type { AdminBranding } from '../codegen/admin-meta.js';
import type { ContractDescriptor, DocumentDescriptor } from '../codegen/descriptors.js';
import type { OperationContext, Operations } from '../documents/operation.js';
import type { QueryScope } from '../query/scope.js';
import type { SystemSettings } from '../settings/system-settings.js';
import type { BodyLimits } from './json-body.js';
import type { ReplicaReads } from './replica-reads.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface ApiRequest {
  /** `GET` for `HEAD` too, since it answers the same. */
  readonly method: Method;
  /** It is a `HEAD`: what a `GET` would change must not change. */
  readonly isHead: boolean;
  /** Without the query string, percent-decoded per segment only in `params`. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** The raw query string without `?`. */
  readonly search: string;
  /** Path under which the service is mounted in an Express application; `''` at the root. */
  readonly mount: string;
  header(name: string): string | undefined;
  /**
   * The JSON body: size, depth, media type and syntax are checked before it resolves. `limits` narrows what the service
   * allows.
   */
  body(limits?: BodyLimits): Promise<unknown>;
  /** The body of an HTML form (`application/x-www-form-urlencoded`), by field name. */
  form(): Promise<ReadonlyMap<string, string>>;
  readonly context: OperationContext;
  /** Where the request comes from, for limits and the audit log. */
  readonly origin: RequestOrigin;
  /**
   * Who sends the request; anonymous where the service has no authentication.
   *
   * @throws ServiceError UNAUTHENTICATED for a credential that is presented but not valid, FORBIDDEN for a forged request.
   */
  requester(): Requester | Promise<Requester>;
  /** Notes that access was decided; see `authorize`. */
  decided(): void;
  /** Gives the operations of this request the rights of its sender; see `authorize`. */
  grant(access: DocumentAccess): void;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  readonly body: Uint8Array | string | null;
  /** The body is the same object every time: it is compressed once. */
  readonly constant?: true;
}

/** What handlers work on. */
export interface Service {
  readonly contract: ContractDescriptor;
  readonly operations: Operations;
  /** Null without `auth` in the config. */
  readonly auth: AuthServices | null;
  /** The system settings; null without `auth`. */
  readonly settings: SystemSettings | null;
  /** Decides on documents; null without `auth`. */
  readonly access: AccessControl | null;
  /** Null where documents are read from the database alone. */
  readonly replicas: ReplicaReads | null;
  /** What parsing parameters needs to know of the contract. */
  readonly scope: QueryScope;
  /** How the dashboard looks, and with it the pages of signing in; absent where there is none. */
  readonly branding?: () => Promise<AdminBranding>;
  /** Hooks may change what reads of these documents answer, so that one revision may read in different ways. */
  isComputed(descriptor: DocumentDescriptor): boolean;
}

export type RouteHandler = (request: ApiRequest, service: Service) => Promise<Reply>;

/** Path patterns (`/api/posts/:id`) to a handler for each method. What `generated/routes/*.ts` export. */
export type Routes = Readonly<Record<string, Readonly<Partial<Record<Method, RouteHandler>>>>>;
