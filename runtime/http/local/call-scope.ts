import type { Requester } from '../../access/requester.js';
import type { RequestOrigin } from '../../auth/audit/audit-log.js';
import type { HookRequest } from '../../config/hook-request.js';
import type { Local, LocalRequester } from '../../config/local-types.js';
import type { LocalScope } from '../../documents/local/local-scope.js';
import type { OpenTransaction } from '../../documents/local/open-transaction.js';
import type { LocalClient, SendInProcess } from './local-client.js';
import { type FacadeCall, localFacade } from './local-facade.js';

/**
 * Whose rights a call has by default: those of the service itself, of the requester, or of a user. An object
 * of this process, which nothing in a request can produce.
 */
export type CallRights =
  | { readonly kind: 'system' }
  | { readonly kind: 'requester'; requester(): Requester | Promise<Requester> }
  | { readonly kind: 'user'; readonly id: string };

/** What calls of `local` for a request inherit from it. */
export interface CallOrigin {
  readonly rights: CallRights;
  readonly requestId: string | null;
  /** The request that hooks of a call see the headers of; null if there is none. */
  readonly req: (() => HookRequest) | null;
  /** Where the request came from, for the audit log; null if there is none. */
  readonly from: (() => RequestOrigin) | null;
  /** The functions of the config that led here, the first one first. */
  readonly chain: readonly string[];
  /** The transaction that the request itself is a step of; null if there is none. */
  readonly within: OpenTransaction | null;
  /** Whether everything is undone that calls outside of a transaction write. */
  readonly isTrial: boolean;
  /** Called when a call has written. */
  noteWrite(): void;
}

/** A call of `local`, and where it comes from. */
export interface ScopedCall extends CallOrigin {
  readonly send: Parameters<SendInProcess>;
}

/** Runs calls. Loaded by the first one. */
export interface LocalCalls {
  readonly client: LocalClient;
  run(call: ScopedCall): Promise<unknown>;
}

/** Calls of `local` for one request, or for `app.local`. */
export class CallScope implements LocalScope {
  transaction: OpenTransaction | null = null;
  isTrial: boolean;
  hasWritten: boolean = false;
  readonly #origin: CallOrigin;
  readonly #load: () => Promise<LocalCalls>;

  constructor(origin: CallOrigin, load: () => Promise<LocalCalls>) {
    this.#origin = origin;
    this.isTrial = origin.isTrial;
    this.#load = load;
  }

  /** @param caller Null outside of the config's functions. */
  local(caller: string | null): Local {
    return this.#facade({ caller, rights: this.#origin.rights, given: this.transaction });
  }

  #facade(holder: Holder): Local {
    let client: Promise<object> | null = null;
    const methods = async ({ documents, method }: FacadeCall): Promise<Method> => {
      client ??= this.#connect(holder);
      const found = documents.reduce<object | undefined>(member, await client);
      const named = found && member(found, method);
      if (typeof named === 'function') return named as Method;
      throw new TypeError(`local.${documents.join('.')}.${method} is not a function.`);
    };
    return localFacade({
      call: async (call) => (await methods(call))(...call.parameters),
      async *iterate(call) {
        yield* (await methods(call))(...call.parameters) as AsyncIterable<unknown>;
      },
      as: (requester) => this.#facade({ ...holder, rights: chosenRights(requester) }),
    });
  }

  async #connect({ caller, rights, given }: Holder): Promise<object> {
    const calls = await this.#load();
    const chain = caller === null ? this.#origin.chain : [...this.#origin.chain, caller];
    return calls.client.connect((...send) => {
      const options = send[2];
      // `as: undefined` is a mistake: a user who is not there must not leave the rights of the holder.
      const own = options && Object.hasOwn(options, 'as') ? chosenRights(options.as) : rights;
      const within = this.#current(given);
      const { isTrial } = this;
      const noteWrite = (): void => this.#noteWrite();
      return calls.run({ ...this.#origin, chain, rights: own, within, isTrial, noteWrite, send });
    });
  }

  #noteWrite(): void {
    this.hasWritten = true;
    this.#origin.noteWrite();
  }

  /**
   * The transaction that a call belongs to now: after that in which its `local` was given has ended, not
   * the next one of the same request.
   */
  #current(given: OpenTransaction | null): OpenTransaction | null {
    const own = given ?? this.transaction;
    if (own?.isOpen) return own;
    const { within } = this.#origin;
    return within?.isOpen ? within : null;
  }
}

/** A function of the config that got `local`. */
interface Holder {
  /** Null outside of the config's functions. */
  readonly caller: string | null;
  readonly rights: CallRights;
  /** The transaction in which it got it. */
  readonly given: OpenTransaction | null;
}

type Method = (...parameters: readonly unknown[]) => unknown;

function member(object: object | undefined, name: string): object | undefined {
  return object && (object as Readonly<Record<string, object | undefined>>)[name];
}

const visitor: CallRights = { kind: 'requester', requester: () => ({ kind: 'anonymous' }) };

/**
 * The rights that a call asks for, by `as`.
 *
 * @throws TypeError for anything else: a typing mistake must not choose rights.
 */
function chosenRights(as: LocalRequester | undefined): CallRights {
  if (as === 'system') return { kind: 'system' };
  if (as === 'public') return visitor;
  if (typeof as === 'object' && as !== null && typeof as.id === 'string') return { kind: 'user', id: as.id };
  throw new TypeError("`as` must be 'system', 'public' or a user with an id.");
}

/** The origin of calls outside of a request, such as those of `app.local`: with the rights of a visitor. */
export const outsideOfRequests: CallOrigin = Object.freeze({
  rights: visitor,
  requestId: null,
  req: null,
  from: null,
  chain: [],
  within: null,
  isTrial: false,
  noteWrite: () => undefined,
});
