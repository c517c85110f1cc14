/** Calls of `local`: what HTTP does with a request, without HTTP. Loaded by the first call. */
import type { KeyRequester, Requester } from '../../access/requester.js';
import { anonymous } from '../../access/requester.js';
import { currentRequester } from '../../auth/current-requester.js';
import type { ContractDescriptor } from '../../codegen/descriptors.js';
import { collectionRoutes, globalRoutes, pathsOfQueries } from '../../codegen/routes/document-routes.js';
import { bulkRoutes, searchRoutes } from '../../codegen/routes/service-routes.js';
import type { HookRequest } from '../../config/hook-request.js';
import { noteErrorOfCall } from '../../documents/local/error-of-call.js';
import type { OpenTransaction } from '../../documents/local/open-transaction.js';
import type { OperationContext } from '../../documents/operation-context.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { isServiceError } from '../../errors/to-response.js';
import type { Method, Reply, RouteHandler, Service } from '../api.js';
import { requestIdOf } from '../observability/request-id.js';
import type { RouteMatch } from '../routing/routing-table.js';
import { contentRecorder } from '../security/content-recorder.js';
import { type CallOrigin, CallScope, type LocalCalls, type ScopedCall } from './call-scope.js';
import type { LocalClient } from './local-client.js';
import { LocalRequest, type SentForm } from './local-request.js';

/**
 * Max number of functions of the config that lead from one call to the next (docs/local.md#loops). Hooks that
 * change each other's documents by design are two or three deep.
 */
const maxCallDepth = 10;

export interface LocalCallsOptions {
  readonly client: LocalClient;
  readonly service: Service;
  readonly findRoute: (path: string) => RouteMatch | null;
  /** Opens the store unless it is open. */
  readonly ready: () => Promise<void>;
}

export function createLocalCalls({ client, service, findRoute, ready }: LocalCallsOptions): LocalCalls {
  const documentPaths = pathsOfDocuments(service.contract);
  const queries = pathsOfQueries(service.contract);
  const self: LocalCalls = { client, run };
  const { auth: _, ...contractOfSystem } = service.contract;

  async function run(call: ScopedCall): Promise<unknown> {
    try {
      refuseTooDeep(call.chain);
      await ready();
      return await respond(call);
    } catch (error) {
      throw clientError(client, error);
    }
  }

  async function respond(call: ScopedCall): Promise<unknown> {
    const [method, sent, options = {}, given] = call.send;
    const body = typeof given === 'string' ? given : undefined;
    const form = given instanceof FormData ? sentForm(given) : undefined;
    const [path = '', search = ''] = splitSearch(`/api/${sent}`);
    const match = findRoute(path);
    const handler = match?.route.handlers.get(method);
    if (match === null || handler === undefined || !documentPaths.has(match.route.pattern))
      throw new ServiceError('NOT_FOUND', reason('route.unknown', { path: path.slice(0, 200) }));
    const { within: transaction, isTrial } = call;
    if (transaction !== null || isTrial) {
      if (!isRead(method, match.route.pattern)) refuseAccountWrite(match.route.pattern);
      if (form !== undefined) throw new ServiceError('INTERNAL_ERROR', reason('local.fileInTransaction'));
    }

    const requester = await requesterOf(call);
    const isSystem = call.rights.kind === 'system';
    const requestId = call.requestId ?? requestIdOf(undefined);
    const parts = { method, path, search, params: match.params, options, body, form, requestId, requester };
    const origin: CallOrigin = {
      rights: isSystem ? { kind: 'system' } : { kind: 'requester', requester: () => requester },
      requestId,
      req: (): HookRequest => request.req,
      from: call.from,
      chain: call.chain,
      within: transaction,
      isTrial,
      noteWrite: call.noteWrite,
    };
    const request = new LocalRequest({
      ...parts,
      parent: call.req,
      scope: new CallScope(origin, async () => self),
      bodyBytes: service.contract.limits.bodyBytes,
      recordWrite: isSystem ? recorderOf(call) : recorderOfRequester(call, () => request),
    });
    const hooks = options.hooks !== false;
    const reply = await handled(handler, request, serviceFor({ isSystem, hooks, transaction, isTrial }));
    if (!isRead(method, match.route.pattern)) call.noteWrite();
    return parsed(reply);
  }

  /** Whether a route only reads: a query that is too long for an address is a POST. */
  function isRead(method: Method, pattern: string): boolean {
    return method === 'GET' || queries.has(pattern);
  }

  async function handled(handler: RouteHandler, request: LocalRequest, own: Service): Promise<Reply> {
    const reply = await handler(request, own);
    if (!request.isDecided) throw new Error(`${request.target} answered before access was decided.`);
    return reply;
  }

  /**
   * The service as a call sees it: in its transaction, from the primary database, without kept responses and
   * without limits of requests. To the service itself it looks as if there were no access rules.
   */
  function serviceFor(call: {
    readonly isSystem: boolean;
    readonly hooks: boolean;
    readonly transaction: OpenTransaction | null;
    readonly isTrial: boolean;
  }): Service {
    const { auth } = service;
    return overriding(service, {
      operations: service.operations.forCall(call),
      replicas: null,
      responses: null,
      auth: auth && overriding(auth, { limiter: overriding(auth.limiter, { consume: () => undefined }) }),
      ...(call.isSystem && { access: null, contract: contractOfSystem }),
    });
  }

  async function requesterOf({ rights, within }: ScopedCall): Promise<Requester> {
    const { auth } = service;
    if (rights.kind === 'requester') return rights.requester();
    if (auth === null) return anonymous;
    if (rights.kind === 'system') return systemRequester(auth.roles.rankOf('super_admin'));
    // A user as they are now: what the caller has of them may be old, or made up.
    const driver = within?.connection ?? auth.driver;
    const user = await currentRequester({ ...auth, driver }, rights.id);
    if (user?.kind === 'user') return user;
    throw new ServiceError('NOT_FOUND', reason('local.noUser', { id: rights.id.slice(0, 100) }));
  }

  /** The rights are known when the request writes. */
  function recorderOfRequester(
    { from }: ScopedCall,
    request: () => LocalRequest,
  ): OperationContext['recordWrite'] {
    return async (connection, write) => {
      const { access, origin } = request();
      await contentRecorder(service, { access, origin: from?.() ?? origin })?.(connection, write);
    };
  }

  function recorderOf({ chain, from }: ScopedCall): OperationContext['recordWrite'] {
    const { auth } = service;
    if (auth === null) return undefined;
    return (connection, { document, id, event }) =>
      auth.audit.record(connection, {
        type: 'system.write',
        outcome: 'success',
        actorId: 'system',
        reason: `${event} ${document} ${id}${chain.length === 0 ? '' : `, by ${chain.join(' → ')}`}`,
        origin: from?.() ?? { ip: null, userAgent: null, requestId: null },
      });
  }

  return self;
}

/** An object that differs from another one in some properties. */
function overriding<T extends object>(object: T, own: Partial<T>): T {
  const properties = Object.entries(own).map(([name, value]) => [name, { value, enumerable: true }] as const);
  return Object.create(object, Object.fromEntries(properties)) as T;
}

/**
 * For routes with rules of their own: those of accounts. Rules of documents do not apply to the service.
 */
function systemRequester(rank: number): KeyRequester {
  const key = { id: 'system', name: 'system', prefix: '', createdBy: null };
  return { kind: 'apiKey', key, role: 'super_admin', rank, scopes: null };
}

/**
 * Paths of routes for documents, of one collection or of several: accounts' sessions, keys, settings and
 * views are not reached by `local`.
 */
function pathsOfDocuments({ collections, globals }: ContractDescriptor): ReadonlySet<string> {
  const ofSeveral = [bulkRoutes.bulk, searchRoutes.search];
  const routes = [...collections.flatMap(collectionRoutes), ...globals.flatMap(globalRoutes), ...ofSeveral];
  return new Set(routes.map(({ path }) => path));
}

/** A form as HTTP would send it. */
function sentForm(form: FormData): SentForm {
  const { headers, body } = new Response(form);
  return { contentType: headers.get('content-type') ?? '', bytes: body ?? new ReadableStream() };
}

function splitSearch(target: string): readonly string[] {
  const at = target.indexOf('?');
  return at === -1 ? [target] : [target.slice(0, at), target.slice(at + 1)];
}

/** @throws ServiceError INTERNAL_ERROR */
function refuseTooDeep(chain: readonly string[]): void {
  if (chain.length <= maxCallDepth) return;
  const names = chain.slice(0, maxCallDepth).join(' → ');
  throw new ServiceError('INTERNAL_ERROR', reason('local.tooDeep', { max: maxCallDepth, chain: names }));
}

/**
 * Writes of accounts hash passwords and end sessions, outside of any transaction.
 *
 * @throws ServiceError INTERNAL_ERROR
 */
function refuseAccountWrite(pattern: string): void {
  if (!/^\/api\/users(?:\/|$)/.test(pattern)) return;
  throw new ServiceError('INTERNAL_ERROR', reason('local.accountInTransaction'));
}

function parsed({ body }: Reply): unknown {
  if (body === null || body.length === 0) return undefined;
  return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'));
}

/** The error that the same call of the client would throw over HTTP; `cause` has that of the service. */
function clientError({ SvcError }: LocalClient, error: unknown): Error {
  const Thrown = SvcError as new (code: string, message: string, fields: object) => Error;
  if (!isServiceError(error)) {
    const message = error instanceof Error ? error.message : String(error);
    return new Thrown('INTERNAL_ERROR', message, { status: 500, cause: error });
  }
  const { code, message, status, params, details, currentRevision, retryAfter } = error;
  const fields = { status, reason: error.reason, params, details, currentRevision, retryAfter };
  const thrown = new Thrown(code, message, { ...fields, cause: error });
  noteErrorOfCall(thrown, error);
  return thrown;
}
