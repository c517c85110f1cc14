import type { Outcome } from './collection.js';
import type { ManyError } from './errors.js';
import type { BulkOptions, BulkResult, Permanent, RestoredValues, UpsertKey, WithTrash } from './many.js';
import type { InProcess, Mode } from './options.js';
import type { CollectionShape, DocumentShape } from './shape.js';
import type { DraftData } from './values.js';

/** The id of a document that a transaction creates: a relation of a later operation takes it. */
export type CreatedId = string & { readonly $ref: number };

/** A document that a transaction creates or changes. */
export interface CreatedDocument {
  readonly id: CreatedId;
}

/** Options of an operation that saves a draft. */
export interface OperationOptions<Draft = boolean> {
  /** Saves a draft; what is published stays unchanged. */
  readonly draft?: Draft | undefined;
}

/** Options of an operation on a document that exists. */
export interface ChangeOperationOptions<Draft = boolean> extends OperationOptions<Draft> {
  /** The document's `_revision` as you know it. */
  readonly ifMatch?: number | undefined;
}

/** The operations of a transaction on a collection. Nothing is sent until all are recorded. */
export interface TransactionCollection<S extends CollectionShape> {
  create<R extends boolean = false>(
    data: [R] extends [true] ? DraftData<S['create']> : S['create'],
    options?: OperationOptions<R & S['draft']>,
  ): CreatedDocument;
  update<R extends boolean = false>(
    id: string,
    data: [R] extends [true] ? DraftData<S['update']> : S['update'],
    options?: ChangeOperationOptions<R & S['draft']>,
  ): void;
  /** Changes the document with the values of a unique field or index, or creates it. */
  upsert(
    key: UpsertKey<S>,
    data: S['update'],
    options?: { readonly create?: Partial<S['create']> | undefined },
  ): CreatedDocument;
  delete(
    id: string,
    options?: Pick<ChangeOperationOptions, 'ifMatch'> & { readonly permanent?: Permanent<S> | undefined },
  ): void;
  /** Publishes the pending draft, now or at a given time. */
  publish(
    id: string,
    options?: Pick<ChangeOperationOptions, 'ifMatch'> & { readonly publishAt?: string },
  ): void;
  unpublish(id: string, options?: Pick<ChangeOperationOptions, 'ifMatch'>): void;
  discardDraft(id: string, options?: Pick<ChangeOperationOptions, 'ifMatch'>): void;
}

/** What collections with a trash have in a transaction besides. */
export interface TransactionTrash<S extends CollectionShape> {
  /** Brings a document back from the trash. */
  restore(id: string, options?: Pick<ChangeOperationOptions, 'ifMatch'> & RestoredValues<S>): void;
}

/** The operations of a transaction on a global. */
export interface TransactionGlobal<S extends DocumentShape> {
  update<R extends boolean = false>(
    data: [R] extends [true] ? DraftData<S['update']> : S['update'],
    options?: ChangeOperationOptions<R & S['draft']>,
  ): void;
  publish(options?: Pick<ChangeOperationOptions, 'ifMatch'> & { readonly publishAt?: string }): void;
  unpublish(options?: Pick<ChangeOperationOptions, 'ifMatch'>): void;
  discardDraft(options?: Pick<ChangeOperationOptions, 'ifMatch'>): void;
}

/** Records the operations of a transaction. */
export type Transaction<C, G> = {
  readonly [Name in keyof C]: C[Name] extends CollectionShape
    ? TransactionCollection<C[Name]> & (C[Name] extends WithTrash ? TransactionTrash<C[Name]> : unknown)
    : never;
} & {
  readonly globals: {
    readonly [Name in keyof G]: G[Name] extends DocumentShape ? TransactionGlobal<G[Name]> : never;
  };
};

/** What concerns several collections and globals. */
export interface ServiceMethods<C, G, Safe extends Mode = false> {
  /**
   * Runs operations on several collections and globals in order: all of them, or none. With `atomic: false`
   * each one by itself.
   *
   * @example
   * await client.svc.bulk((tx) => {
   *   const author = tx.authors.create({ name: 'Ada', email: 'ada@example.com' });
   *   tx.posts.create({ title: 'Hello', author: author.id });
   * });
   */
  bulk(
    record: (tx: Transaction<C, G>) => void,
    options?: BulkOptions & InProcess<Safe>,
  ): Promise<Outcome<Safe, BulkResult, ManyError>>;
}

interface Recorded {
  readonly [name: string]: unknown;
}

type Options = Readonly<Record<string, unknown>>;

/** The operations that a function records. */
export function recordedOperations(
  record: (tx: object) => unknown,
  pathOf: (name: string) => string,
): readonly object[] {
  const operations: object[] = [];
  const add = (operation: Recorded): CreatedDocument => {
    operations.push(operation);
    // In JSON it is `{ "$ref": 0 }`, which the service replaces by the id.
    return { id: { $ref: operations.length - 1 } as unknown as CreatedId };
  };
  const of = (place: Recorded, isGlobal: boolean): object => {
    const withId = (op: string, [id, ...rest]: readonly unknown[]): Recorded => ({
      op,
      ...place,
      ...(isGlobal ? {} : { id }),
      ...((isGlobal ? id : rest[0]) as Options | undefined),
    });
    return {
      create: (data: object, options?: Options) => add({ op: 'create', ...place, data, ...options }),
      update: (...given: readonly unknown[]) => {
        const [data, options] = isGlobal ? given : given.slice(1);
        add({ op: 'update', ...place, ...(isGlobal ? {} : { id: given[0] }), data, ...(options as Options) });
      },
      upsert: (key: object, data: object, options?: Options) =>
        add({ op: 'upsert', ...place, key, data, ...options }),
      delete: (...given: readonly unknown[]) => void add(withId('delete', given)),
      publish: (...given: readonly unknown[]) => void add(withId('publish', given)),
      unpublish: (...given: readonly unknown[]) => void add(withId('unpublish', given)),
      discardDraft: (...given: readonly unknown[]) => void add(withId('discard', given)),
      restore: (...given: readonly unknown[]) => void add(withId('restore', given)),
    };
  };
  const byName = (make: (name: string) => object): object =>
    new Proxy(
      {},
      { get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : make(name)) },
    );
  const globals = byName((name) => of({ global: pathOf(`globals/${name}`).slice(8) }, true));
  const tx = byName((name) => (name === 'globals' ? globals : of({ collection: pathOf(name) }, false)));
  record(tx);
  return operations;
}
