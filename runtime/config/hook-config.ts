import type { HookRequest } from './hook-request.js';

/** A document or request body whose fields the compiler does not know. */
export type AnyData = Record<string, unknown>;

/** What a hook is being run for. */
export type HookOperation = 'create' | 'read' | 'update' | 'delete';

/** What every hook gets. */
export interface HookArguments<Data = AnyData, Document = AnyData | null, Operation = HookOperation> {
  /**
   * In the `before` hooks of a write and in `afterChange` the fields that were sent; in `afterRead` the document that is
   * about to be answered; in the delete hooks the stored document.
   */
  readonly data: Data;
  /** The stored document: as it was in `before` hooks (`null` on creation), as it is now in `after` hooks. */
  readonly document: Document;
  readonly operation: Operation;
  /** Whether the draft is written or read. */
  readonly draft: boolean;
  readonly req: HookRequest;
}

// biome-ignore lint/suspicious/noConfusingVoidType: the compiler types a function without `return` so.
type Nothing = void | undefined | null;

/** A function whose parameter is compared both ways, so that a hook typed by a generated document type fits as well. */
type Callback<Argument, Answer> = { bivariant(argument: Argument): Answer }['bivariant'];

/** A hook that may answer changed data. It gets copies: without an answer the data stays as it was. */
export type ChangingHook<Data = AnyData, Document = AnyData | null, Operation = HookOperation> = Callback<
  HookArguments<Data, Document, Operation>,
  object | Nothing | Promise<object | Nothing>
>;

/** A hook whose answer is not looked at. */
export type WatchingHook<Data = AnyData, Document = AnyData | null, Operation = HookOperation> = Callback<
  HookArguments<Data, Document, Operation>,
  unknown
>;

/** One function, or several that run one after the other. */
export type OneOrMany<T> = T | readonly T[];

/** Hooks of a global. */
export interface GlobalHooks<Data = AnyData, Document = AnyData> {
  /** Before the body is validated, inside the transaction. May return changed data. */
  readonly beforeValidate?: OneOrMany<ChangingHook<Data, Document | null, 'create' | 'update'>>;
  /** After validation and before the write, inside the transaction. May return changed data. */
  readonly beforeChange?: OneOrMany<ChangingHook<Data, Document | null, 'create' | 'update'>>;
  /** After the commit. A throw is only logged. */
  readonly afterChange?: OneOrMany<WatchingHook<Data, Document, 'create' | 'update'>>;
  /** On every document that is answered. May return changed data. */
  readonly afterRead?: OneOrMany<ChangingHook<Document, Document>>;
}

/** Hooks of a collection. */
export interface CollectionHooks<Data = AnyData, Document = AnyData> extends GlobalHooks<Data, Document> {
  /** Before a deletion, inside the transaction. */
  readonly beforeDelete?: OneOrMany<WatchingHook<Document, Document, 'delete'>>;
  /** After the deletion is committed. A throw is only logged. */
  readonly afterDelete?: OneOrMany<WatchingHook<Document, Document, 'delete'>>;
}

/** What a `validate` callback gets beside the value. */
export interface ValidateArguments {
  /** Dotted path of the field in the document, with positions in rows: `items.0.label`. */
  readonly path: string;
  /** The body of the write, after the `beforeValidate` hooks and the checks of the field options. */
  readonly data: AnyData;
  /** The object that holds the field: `data` itself, a group, or a row. */
  readonly siblingData: AnyData;
  /** The stored document; `null` on creation. */
  readonly document: AnyData | null;
  readonly operation: 'create' | 'update';
  readonly draft: boolean;
  readonly req: HookRequest;
}

/** Answers `true`, or a message that says what is wrong. Called with a value that fits the field, never with `null`. */
export type ValidateCallback<Value> = (
  value: Value,
  context: ValidateArguments,
) => true | string | Promise<true | string>;

/** What a `default` callback gets. */
export interface DefaultArguments {
  readonly req: HookRequest;
}

/** Makes a default when a document is created. */
export type DefaultCallback<Value> = (context: DefaultArguments) => Value | Promise<Value>;
