import type { HookRequest } from './hook-request.js';
import type { Local } from './local-types.js';

/** A document or request body whose fields the compiler does not know. */
export type AnyData = Record<string, unknown>;

/**
 * The operation that a hook runs for. `trash`: a document is moved to the trash; `purge`: a document of a
 * collection with trash is deleted for good; `restore`: it returns from the trash.
 */
export type HookOperation = 'create' | 'read' | 'update' | 'restore' | DeleteOperation;

/** How a document is deleted: `delete` where its collection has no trash. */
export type DeleteOperation = 'delete' | 'trash' | 'purge';

/**
 * What happens to the document that hooks run for before it is written. `publish`: a document that was only a
 * draft becomes public; a later change is an `update`, also where it publishes a draft of a live document.
 * `restore`: a version becomes the draft, or the content where drafts are off; or, with the operation
 * `restore`, a document returns from the trash.
 */
export type PreparedEvent = 'create' | 'update' | 'publish' | 'restore';

/** What has happened to a document: {@link PreparedEvent}, and the events that bring no data. */
export type ChangeEvent = PreparedEvent | 'unpublish' | 'discard';

/** What a hook runs for. */
export type HookEvent = ChangeEvent | 'read' | 'delete';

/** What every hook receives. */
export interface HookArguments<
  Data = AnyData,
  Document = AnyData | null,
  Operation = HookOperation,
  Event = HookEvent,
> {
  /**
   * In the `before` hooks of a write and in `afterChange`: the fields of the input. In `afterRead`: the
   * document that is about to be returned. In the delete hooks: the stored document.
   */
  readonly data: Data;
  /**
   * The stored document: its old state in `before` hooks (`null` on creation), its new state in `after`
   * hooks.
   */
  readonly document: Document;
  /** The operation that the hook runs for. */
  readonly operation: Operation;
  /** What happens to the document. A creation that publishes at once is `create` with `draft: false`. */
  readonly event: Event;
  /** Whether the draft is written or read. */
  readonly draft: boolean;
  /** Whether the draft is saved while its editor types (`X-Autosave: true`). */
  readonly autosave: boolean;
  /** The request. */
  readonly req: HookRequest;
  /**
   * The documents of the service, with the rights of the request. In `before` hooks its calls belong to the
   * transaction of the write: an error undoes them together.
   */
  readonly local: Local;
}

/** What an `afterChange` hook receives. */
export interface ChangeArguments<
  Data = AnyData,
  Document = AnyData,
  Operation = HookOperation,
  Event = ChangeEvent,
> extends HookArguments<Data, Document, Operation, Event> {
  /**
   * The stored document before the write, in the view of `document`: of a draft, the former draft. `null` on
   * creation, and on the first write of a global.
   */
  readonly previous: Document | null;
}

// biome-ignore lint/suspicious/noConfusingVoidType: the compiler types a function without `return` so.
type Nothing = void | undefined | null;

/**
 * A function type with a bivariant parameter, so that a hook typed by a generated document type is assignable
 * too.
 */
type Callback<Argument, Answer> = { bivariant(argument: Argument): Answer }['bivariant'];

/** A hook that may return changed data. It receives copies: if it returns nothing, the data is unchanged. */
export type ChangingHook<
  Data = AnyData,
  Document = AnyData | null,
  Operation = HookOperation,
  Event = HookEvent,
  Returned = object,
> = Callback<
  HookArguments<Data, Document, Operation, Event>,
  Returned | Nothing | Promise<Returned | Nothing>
>;

/** A hook whose return value is ignored. */
export type WatchingHook<
  Data = AnyData,
  Document = AnyData | null,
  Operation = HookOperation,
  Event = HookEvent,
> = Callback<HookArguments<Data, Document, Operation, Event>, unknown>;

/** A hook that runs after a write. Its return value is ignored. */
export type ChangedHook<
  Data = AnyData,
  Document = AnyData,
  Operation = HookOperation,
  Event = ChangeEvent,
> = Callback<ChangeArguments<Data, Document, Operation, Event>, unknown>;

/** One function, or several that run in sequence. */
export type OneOrMany<T> = T | readonly T[];

/**
 * Hooks of a global. `Returned` is what a `before` hook may return, `Read` what `afterRead` may. A global is
 * never created: `New` adds that event for collections.
 */
export interface GlobalHooks<
  Data = AnyData,
  Document = AnyData,
  Returned = object,
  Read = object,
  New extends 'create' = never,
> {
  /** Before the body is validated, inside the transaction. May return changed data. */
  readonly beforeValidate?: OneOrMany<BeforeHook<Data, Document, Returned, New, New | 'update'>>;
  /** After validation and before the write, inside the transaction. May return changed data. */
  readonly beforeChange?: OneOrMany<BeforeHook<Data, Document, Returned, New, ChangeOperation<New>>>;
  /** After the commit. An error thrown here is only logged. */
  readonly afterChange?: OneOrMany<
    ChangedHook<Data, Document, ChangeOperation<New>, New | Exclude<ChangeEvent, 'create'>>
  >;
  /** On every document that is returned. May return changed data. */
  readonly afterRead?: OneOrMany<ChangingHook<Document, Document, 'read', 'read', Read>>;
}

/** A global is neither created nor restored from a trash. */
type ChangeOperation<New extends 'create'> = New | 'update' | ([New] extends [never] ? never : 'restore');

type BeforeHook<Data, Document, Returned, New, Operation> = ChangingHook<
  Data,
  Document | null,
  Operation,
  New | Exclude<PreparedEvent, 'create'>,
  Returned
>;

/** Hooks of a collection. */
export interface CollectionHooks<Data = AnyData, Document = AnyData, Returned = object, Read = object>
  extends GlobalHooks<Data, Document, Returned, Read, 'create'> {
  /**
   * Before a deletion, inside the transaction. With `trash`, `operation` says whether the document goes to
   * the trash or is deleted for good.
   */
  readonly beforeDelete?: OneOrMany<WatchingHook<Document, Document, DeleteOperation, 'delete'>>;
  /** After the deletion is committed. An error thrown here is only logged. */
  readonly afterDelete?: OneOrMany<WatchingHook<Document, Document, DeleteOperation, 'delete'>>;
}

/** What a `validate` callback receives in addition to the value. */
export interface ValidateArguments {
  /** Dotted path of the field in the document, with indexes of rows: `items.0.label`. */
  readonly path: string;
  /** The body of the write, after the `beforeValidate` hooks and the checks of the field options. */
  readonly data: AnyData;
  /** The object that contains the field: `data` itself, a group, or a row. */
  readonly siblingData: AnyData;
  /** The stored document; `null` on creation. */
  readonly document: AnyData | null;
  readonly operation: 'create' | 'update';
  /** Whether the draft is written. */
  readonly draft: boolean;
  /** The request. */
  readonly req: HookRequest;
}

/** Returns `true`, or an error message. Called with a value that fits the field, never with `null`. */
export type ValidateCallback<Value> = (
  value: Value,
  context: ValidateArguments,
) => true | string | Promise<true | string>;

/** What a `default` callback receives. */
export interface DefaultArguments {
  /** The request. */
  readonly req: HookRequest;
}

/** Returns the default when a document is created. `undefined` and `null` leave the field empty. */
export type DefaultCallback<Value> = (
  context: DefaultArguments,
) => Value | null | undefined | Promise<Value | null | undefined>;

/** What a `virtual` callback receives. */
export interface VirtualArguments<Document = AnyData> {
  /**
   * The whole stored document of the view that is read, with relations as ids. It has the fields that the
   * requester may not read, and no virtual fields.
   */
  readonly document: Document;
  /** The object that contains the field: `document` itself, a group, or a row. */
  readonly siblingData: AnyData;
  /** Whether a draft is read. */
  readonly draft: boolean;
  /** The request. */
  readonly req: HookRequest;
  /** The documents of the service, with the rights of the request. */
  readonly local: Local;
}

/** Returns the value of a virtual field. `undefined` and `null` leave it empty. */
export type VirtualCallback<Value> = (
  context: VirtualArguments,
) => Value | null | undefined | Promise<Value | null | undefined>;
