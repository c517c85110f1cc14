import type { ContractDescriptor } from '../../codegen/descriptors.js';
import { pendingTable } from '../../codegen/pending-descriptor.js';
import type { ServiceConfig } from '../../config/service-config.js';
import type { JsonValue } from '../../util/json.js';
import type { TargetTables } from '../document-environment.js';
import type { StoredDocument } from '../document-model.js';
import { createDocumentType, type DocumentType } from '../document-type.js';
import { narrowedBy } from '../relations/narrowed-types.js';
import { createReferrers, type ReferrerMap } from '../relations/referrers.js';
import type { Validator } from '../validator.js';
import { createDefaults, type Defaults } from '../write/apply-defaults.js';

/**
 * One line of an export: one document with all its data. A document that was never published has no
 * `document`, and one without a pending draft no `draft`; a draft is the whole document as the merged view
 * shows it.
 */
export interface TransferLine {
  readonly collection?: string;
  readonly global?: string;
  readonly document?: StoredDocument;
  readonly draft?: StoredDocument;
  /** Of a user, if the export includes hashes. */
  readonly passwordHash?: string;
}

/** The validators of a collection's or global's bodies, as the server has them. */
export interface TransferValidators {
  /** Of a complete document. */
  readonly whole: Validator;
  readonly draft: Validator | null;
}

/** A collection or global whose documents are exported and imported. */
export interface TransferType {
  readonly kind: 'collection' | 'global';
  readonly slug: string;
  readonly isUsers: boolean;
  readonly type: DocumentType;
  /** Of its fields, as a creation gives them; those that are functions of a request are left out. */
  readonly defaults: Defaults;
}

export interface TransferTypes {
  readonly all: readonly TransferType[];
  readonly tables: TargetTables;
  /** The fields that take some types of files only, by the collections of these files. */
  readonly narrowed: ReferrerMap;
}

/** Every collection and global of a contract, collections first. */
export function transferTypes(contract: ContractDescriptor, config: ServiceConfig): TransferTypes {
  const collections = contract.collections.map((descriptor): TransferType => {
    const own = config.collections?.find(({ slug }) => slug === descriptor.slug);
    return {
      kind: 'collection',
      slug: descriptor.slug,
      isUsers: descriptor.builtIn === 'users',
      type: createDocumentType(descriptor, own, { collections: contract.collections }),
      defaults: createDefaults(descriptor.fields, new Map()),
    };
  });
  const globals = contract.globals.map((descriptor): TransferType => {
    const own = config.globals?.find(({ slug }) => slug === descriptor.slug);
    return {
      kind: 'global',
      slug: descriptor.slug,
      isUsers: false,
      type: createDocumentType(descriptor, own),
      defaults: createDefaults(descriptor.fields, new Map()),
    };
  });
  const tables = new Map(
    contract.collections.map(({ slug, table, drafts }) => [
      slug,
      drafts ? [table, pendingTable(table)] : [table],
    ]),
  );
  const all = [...collections, ...globals];
  return { all, tables, narrowed: narrowedBy(createReferrers(all.map(({ type }) => type))) };
}

/** Why a line is refused. */
export type LineIssue =
  /** Some of its bytes are not valid UTF-8. */
  | 'INVALID_UTF8'
  | 'INVALID_JSON'
  /** It does not have the form of a line. */
  | 'INVALID_LINE'
  /** The config has no collection or global of that name. */
  | 'UNKNOWN_SLUG'
  | 'INVALID_ID'
  /** An earlier line has the same id. */
  | 'DUPLICATE_ID'
  | 'INVALID_STATUS'
  /** Unknown fields, wrong values, and required ones that are missing. */
  | 'INVALID_DOCUMENT'
  /** A relation refers to a document that is neither in the database nor in the file. */
  | 'MISSING_DOCUMENT'
  /** The bytes of its file are not there. */
  | 'MISSING_FILE'
  /** Another document has a value that must be unique. */
  | 'CONFLICT';

/** What is wrong with a line: a sentence for each issue. */
export class RefusedLine extends Error {
  override readonly name = 'RefusedLine';
  readonly code: LineIssue;
  readonly reasons: readonly string[];

  constructor(code: LineIssue, reasons: readonly string[]) {
    super(reasons.join(' '));
    this.code = code;
    this.reasons = reasons;
  }
}

export function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string';
}
