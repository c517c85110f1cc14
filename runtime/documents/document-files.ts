/**
 * What documents with files need of the files, which a layer above keeps
 * (docs/spec/uploads.md#drafts-versions-deletion).
 */
import type { CollectionDescriptor } from '../codegen/descriptors.js';
import type { Connection } from '../storage/driver.js';
import type { FileCompletion } from './document-model.js';
import type { DocumentState } from './document-state.js';

/** A document of a collection with files, after a write. */
export interface WrittenFiles {
  readonly descriptor: CollectionDescriptor;
  readonly id: string;
  readonly after: DocumentState;
}

/** A document of a collection with files, in both views. */
export interface AddressedState {
  readonly descriptor: CollectionDescriptor;
  readonly state: DocumentState;
}

/** Keeps the fields of documents and the files themselves in step. */
export interface DocumentFiles extends FileCompletion {
  /**
   * The state with the addresses that it is to have, in the transaction that stores it; absent where all
   * addresses are those of the service, which `complete` knows. Documents that stay as they are are the same
   * objects.
   */
  readdress?(connection: Connection, addressed: AddressedState): Promise<DocumentState>;
  /** Records, in the transaction of a write, which files the document and its versions name now. */
  written(connection: Connection, written: WrittenFiles): Promise<void>;
  /**
   * Records, in the transaction that moves documents to the trash, that nobody is to read their files; absent
   * where the service alone serves files.
   */
  trashed?(connection: Connection, documents: OwnersOfFiles): Promise<void>;
  /**
   * After the commit of moves to the trash and back. Resolves when the files of what came back are at their
   * addresses, unless that takes long.
   */
  moved?(documents: readonly OwnersOfFiles[]): Promise<void>;
  /** Sets what `moved` does: it needs the places of files, which are opened later. */
  onMoved?(call: (documents: readonly OwnersOfFiles[]) => Promise<void>): void;
  /** Records, in the transaction that brings documents back from the trash, that their files are read. */
  returned(connection: Connection, documents: OwnersOfFiles): Promise<void>;
  /** Records, in the transaction of a deletion, that nothing names the files of documents any more. */
  deleted(connection: Connection, documents: OwnersOfFiles): Promise<void>;
}

/** Documents of a collection with files. */
export interface OwnersOfFiles {
  readonly descriptor: CollectionDescriptor;
  readonly ids: readonly string[];
}
