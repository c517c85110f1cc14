/**
 * The request and reply of the HTTP layer, the same on a socket and in process (`app.fetch`), and the routing
 * table that generated code exports.
 */
import type { AccessControl, DocumentAccess } from '../access/document-access.js';
import type { Requester, UserRequester } from '../access/requester.js';
import type { CountedOrigin } from '../auth/audit/audit-log.js';
import type { AuthServices } from '../auth/auth-services.js';
import type { AdminBranding } from '../codegen/admin-meta.js';
import type { ListedDocuments } from '../codegen/admin-overview.js';
import type { ContractDescriptor, DocumentDescriptor } from '../codegen/descriptors.js';
import type { Method } from '../codegen/routes/route.js';
import type { FilesOptions } from '../config/files-options.js';
import type { DocumentFiles } from '../documents/document-files.js';
import type { LocalScope } from '../documents/local/local-scope.js';
import type { Operations, ReadOperations } from '../documents/operation.js';
import type { OperationContext } from '../documents/operation-context.js';
import type { Validator } from '../documents/validator.js';
import type { Effect, EndOfDocument } from '../documents/write/intent.js';
import type { QueryScope } from '../query/scope.js';
import type { SystemSettings } from '../settings/system-settings.js';
import type { Connection, Driver } from '../storage/driver.js';
import type { ReplicaState } from '../storage/read-replicas.js';
import type { RemoteNetwork } from '../util/remote-network.js';
import type { BodyLimits } from './body/json-body.js';
import type { MetricFamily } from './observability/metrics/metric-family.js';
import type { Reach } from './response-cache/reach.js';
import type { ResponseCache } from './response-cache/response-cache.js';
import type { StreamedBody } from './transport/send-stream.js';

export type { Method };

/** What the log says of a file that a request sends or reads. */
export interface LoggedFile {
  readonly fileId: string;
  /** Size of the whole file. */
  readonly fileBytes: number;
  readonly fileType: string;
}

/** A request, on a socket or in process. */
export interface ApiRequest {
  /** `GET` for `HEAD` too, which runs the same handler. */
  readonly method: Method;
  /** Whether it is a `HEAD`: it must not change what a `GET` would. */
  readonly isHead: boolean;
  /** Without the query string and not decoded; only `params` are percent-decoded, each by itself. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** The raw query string without `?`. */
  readonly search: string;
  /** Path and query string as they were sent. */
  readonly target: string;
  /** Path at which the service is mounted in an Express application; `''` at the root. */
  readonly mount: string;
  header(name: string): string | undefined;
  /**
   * The JSON body: size, depth, media type and syntax are checked before it resolves. `limits` can only be
   * narrower than those of the service, unless they are limits apart.
   */
  body(limits?: BodyLimits): Promise<unknown>;
  /** The same where the body is optional: an empty object if there is none. */
  optionalBody(limits?: BodyLimits): Promise<unknown>;
  /**
   * The body as it arrives, of any type and size. The request does not time out while it is read.
   *
   * @throws ServiceError BAD_USER_INPUT if the connection closes before its end.
   */
  bodyParts(): AsyncIterable<Uint8Array>;
  /** The request does not time out from now on: what it does takes as long as its file is large. */
  outlast(): void;
  /** The body of an HTML form (`application/x-www-form-urlencoded`), by field name. */
  form(): Promise<ReadonlyMap<string, string>>;
  readonly context: OperationContext;
  /** The origin of the request, for rate limits and the audit log. */
  readonly origin: CountedOrigin;
  /**
   * The requester; anonymous if the service has no authentication.
   *
   * @throws ServiceError UNAUTHENTICATED for a credential that is present but invalid, FORBIDDEN for a
   * cross-site request.
   */
  requester(): Requester | Promise<Requester>;
  /**
   * Refuses a cross-site write, whatever credential its headers carry: for routes that act on cookies
   * themselves, where a header credential proves nothing.
   *
   * @throws ServiceError FORBIDDEN
   */
  refuseForged(): void;
  /** Adds a file to the line of the request in the log. */
  logFile(file: LoggedFile): void;
  /** Records that access was decided; see `authorize`. */
  decided(): void;
  /** Binds the operations of this request to the requester's rights; see `authorize`. */
  grant(access: DocumentAccess): void;
  /** Code of the config that runs from now on has this user as its requester. */
  signIn(requester: UserRequester): void;
}

/** A response before it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  readonly body: Uint8Array | string | null;
  /** Instead of a body: sent as it comes. */
  readonly stream?: StreamedBody;
  /** The body is the same object each time, so it is compressed only once. */
  readonly constant?: true;
  /**
   * Where its headers are texts of the service alone, so that they need no check: their lines, for the next
   * time that it is sent. Replies with the same headers may share it.
   */
  readonly head?: KeptHead;
}

/** Makes the response to a request from what is kept. */
export type KeptResponse = (request: ApiRequest) => Reply;

/** The lines of a head that are the same each time; null until they are written. */
export interface KeptHead {
  lines: string | null;
}

/** Sends each read of documents to a replica or to the database, if a service has replicas. */
export interface ReplicaRouter {
  /** Reads from a replica if that is current enough for the requester, else from the database. */
  read<T>(request: ApiRequest, read: RoutedRead<T>): Promise<T>;
  /** Records a write: its requester reads from the database for some seconds. Never rejects. */
  wrote(request: ApiRequest): Promise<void>;
  states(): readonly ReplicaState[];
}

/** A read that a replica may do. */
export interface RoutedRead<T> {
  readonly from: (operations: ReadOperations) => Promise<T>;
  /** Whether a result may be used, as far as the request shows what its client knows already. */
  readonly isCurrent: (answer: T) => boolean;
}

/** A change of a document by a request. */
export interface RequestedChange {
  readonly kind: 'update' | 'publish' | 'unpublish' | 'discard' | EndOfDocument;
  readonly descriptor: DocumentDescriptor;
  readonly id: string;
  /** The rights of the requester; null without `auth` in the config. */
  readonly access: DocumentAccess | null;
  /** Of a publication that takes place later: milliseconds since 1970. */
  readonly publishAt?: number;
}

/** A collection or global that requests of many writes can name, and how its data are checked. */
export interface BulkTarget {
  readonly descriptor: DocumentDescriptor;
  readonly validators: {
    readonly create?: Validator;
    readonly update?: Validator;
    /** Absent without drafts. */
    readonly draft?: Validator | undefined;
  };
}

/** Work that a service does without a request. */
export interface BackgroundWork {
  start(): void;
  /** Does what is due; resolves when nothing is. */
  run(): Promise<void>;
  /** Starts nothing further, and resolves when what is running has ended. */
  stop(): Promise<void>;
}

/** A part of the documents that a capability lists. */
export interface ListedPage {
  readonly limit: number;
  readonly offset: number;
  /** Only these documents of a collection; null for all. */
  readonly only: { readonly slug: string; readonly ids: readonly string[] } | null;
}

/** What a capability adds to an open service. */
export interface ServicePart {
  /** What a change does besides, in its transaction. Publications have a handler of their own. */
  effectsOf?(change: RequestedChange, request: ApiRequest): readonly Effect[];
  /** Documents for the overview of the dashboard, which leaves out those that the requester may not see. */
  listed?(page: ListedPage): Promise<ListedDocuments>;
  /** Removes what belongs to a user, in the transaction in which they are deleted. */
  ofDeletedUser?(connection: Connection, userId: string): Promise<void>;
  readonly work?: BackgroundWork;
  /** Origins of files that the dashboard shows, besides that of the service. */
  readonly fileOrigins?: readonly string[];
  /** Origins of which the dashboard shows images, video and audio alone. */
  readonly mediaOrigins?: readonly string[];
  /** What it needs and cannot reach, by its options. The service is ready all the same. */
  away?(): Promise<readonly string[]>;
  readonly metrics?: PartMetrics;
}

/** Metrics of a capability. */
export interface PartMetrics {
  /** Those that each process counts for itself. */
  ofProcess(): readonly MetricFamily[];
  /** Those that all processes share, read from the store. */
  ofStore(): Promise<readonly MetricFamily[]>;
}

/** What capabilities get of a service that is opened. */
export interface OpenedParts {
  readonly contract: ContractDescriptor;
  readonly routes: Routes;
  readonly driver: Driver;
  readonly operations: Operations;
  /** Null without `auth` in the config. */
  readonly auth: { readonly access: AccessControl; readonly services: AuthServices } | null;
  readonly logError: (fields: object, message: string) => void;
  /** Connects code of the config that runs for a requester, but not for a request, with the documents. */
  readonly scopeFor: (requester: Requester) => LocalScope;
  /** Where files are kept; null where no collection has any. */
  readonly files: FilesOptions | null;
  /** What documents need of their files; absent where there are no documents with files. */
  readonly documentFiles?: DocumentFiles | undefined;
  /** Where files of other servers are fetched from; the public internet unless a test says otherwise. */
  readonly network?: RemoteNetwork | undefined;
}

/** Opens the part of a capability. */
export type OpenPart = (opened: OpenedParts) => ServicePart | Promise<ServicePart>;

/** What handlers use. */
export interface Service {
  readonly contract: ContractDescriptor;
  readonly operations: Operations;
  /** Null without `auth` in the config. */
  readonly auth: AuthServices | null;
  /** The system settings; null without `auth`. */
  readonly settings: SystemSettings | null;
  /** Decides on documents; null without `auth`. */
  readonly access: AccessControl | null;
  /** Null without replicas. */
  readonly replicas: ReplicaRouter | null;
  /** What capabilities add. */
  readonly parts: readonly ServicePart[];
  /** What the capabilities do in the transaction of a change. */
  effectsOf(change: RequestedChange, request: ApiRequest): readonly Effect[];
  /** Responses that are kept; null where none are. */
  readonly responses: ResponseCache<KeptResponse> | null;
  /** What responses to reads depend on. */
  readonly reach: ReadonlyMap<DocumentDescriptor, Reach>;
  /** The part of the contract that parsing of parameters needs. */
  readonly scope: QueryScope;
  /** Milliseconds after which a request times out; 0: never. */
  readonly requestTimeout: number;
  /** Logs a failure that does not change the response. */
  logError(fields: object, message: string): void;
  /** Appearance of the dashboard and of the login pages; absent without a dashboard. */
  readonly branding?: () => Promise<AdminBranding>;
  /** Origins of images that the dashboard may show besides its own. */
  readonly imageOrigins?: readonly string[];
  /** Origins of pages that the dashboard may show in a frame. */
  readonly previewOrigins?: readonly string[];
  /**
   * Whether hooks may change the result of reads of these documents, so that one revision may read
   * differently.
   */
  isComputed(descriptor: DocumentDescriptor): boolean;
}

/** Returns no promise, but throws, where nothing has to be awaited. */
export interface RouteHandler {
  (request: ApiRequest, service: Service): Reply | Promise<Reply>;
  /** Headers of every response of its route, errors and `OPTIONS` included. */
  readonly routeHeaders?: Readonly<Record<string, string>>;
  /** Further headers of the response to `OPTIONS`. */
  readonly optionsHeaders?: Readonly<Record<string, string>>;
  /** Of a handler that knows how documents are written: operations on several collections find it here. */
  readonly bulkTarget?: BulkTarget;
}

/** Path patterns (`/api/posts/:id`) with a handler for each method. Exported by `generated/routes/*.ts`. */
export type Routes = Readonly<Record<string, Readonly<Partial<Record<Method, RouteHandler>>>>>;
