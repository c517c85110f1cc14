import { dayOrTimestamp } from '../../fields/date-text.js';
import { type IdSource, isDocumentId } from '../../util/ids.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.js';
import { valueNestsDeeper } from '../../util/json-depth.js';
import type { DocumentModel, StoredDocument } from '../document-model.js';
import type { DocumentState } from '../document-state.js';
import { withDifferences } from '../drafts/stored-state.js';
import { assembleDocument } from '../stored-document.js';
import type { Validator } from '../validator.js';
import { completeFields } from '../write/complete-value.js';
import { wrongReadOnlyValues } from '../write/read-only-fields.js';
import { validatorIssues, withoutBuiltIns } from '../write/validate-data.js';
import { fillEmpty } from './fill-empty.js';
import { filesOf, type LineFiles, readFile } from './read-file.js';
import {
  RefusedLine,
  type TransferType,
  type TransferTypes,
  type TransferValidators,
} from './transfer-types.js';

/** A line that fits the config. */
export interface ReadLine {
  readonly transfer: TransferType;
  readonly id: string;
  readonly state: DocumentState;
  readonly leftOut: LeftOutTimes;
  readonly passwordHash: string | null;
  /** Null for a document without files. */
  readonly files: LineFiles | null;
}

/**
 * Times that a line leaves out. `state` then has the time of the import; an existing document keeps its own.
 */
export interface LeftOutTimes {
  /** Neither view has it. */
  readonly createdAt: boolean;
  /** By view. */
  readonly updatedAt: { readonly published: boolean; readonly pending: boolean };
}

export interface LineReader {
  readonly types: TransferTypes;
  readonly validators: (transfer: TransferType) => TransferValidators;
  readonly ids: IdSource;
  readonly now: () => string;
  /** Whether a login can be verified against it. */
  readonly isPasswordHash: (text: string) => boolean;
}

const keys: ReadonlySet<string> = new Set(['collection', 'global', 'document', 'draft', 'passwordHash']);

/** The document that a line is about; null where it names none, which `readLine` reports. */
export function placeOfLine(text: string): string | null {
  try {
    const line = JSON.parse(text) as JsonValue;
    if (!isJsonObject(line)) return null;
    if (typeof line['global'] === 'string') return `global ${line['global']}`;
    const holder = line['document'] ?? line['draft'] ?? null;
    const [slug, id] = [line['collection'], isJsonObject(holder) ? holder['id'] : undefined];
    return typeof slug === 'string' && typeof id === 'string' ? placeOf(slug, id) : null;
  } catch {
    return null;
  }
}

/** A document of a collection, as {@link placeOfLine} calls it. */
export function placeOf(slug: string, id: string): string {
  return `${slug}/${id}`;
}

/** @throws RefusedLine with everything that is wrong with the line itself. */
export async function readLine(text: string, reader: LineReader): Promise<ReadLine> {
  const line = parsed(text);
  const unknown = Object.keys(line).filter((key) => !keys.has(key));
  if (unknown.length > 0)
    throw new RefusedLine('INVALID_LINE', [`The line has no key ${JSON.stringify(unknown[0])}.`]);
  const transfer = typeOfLine(line, reader.types);
  const published = objectAt(line, 'document');
  const draft = objectAt(line, 'draft');
  if (published === null && draft === null) {
    throw new RefusedLine('INVALID_LINE', ['The line has neither a document nor a draft.']);
  }
  if (draft !== null && transfer.type.pending === null) {
    throw new RefusedLine('INVALID_LINE', [`${transfer.slug} has no drafts in this config.`]);
  }
  const id = transfer.kind === 'global' ? 'global' : idOf(published, draft, reader);
  const [live, pending] = [published, draft].map((view) => view && readFile(transfer.type.model, view));
  return {
    transfer,
    id,
    state: await stateOf(
      transfer,
      { published: live?.data ?? null, draft: pending?.data ?? null, id },
      reader,
    ),
    leftOut: {
      createdAt: !isGiven(published, 'createdAt') && !isGiven(draft, 'createdAt'),
      updatedAt: { published: !isGiven(published, 'updatedAt'), pending: !isGiven(draft, 'updatedAt') },
    },
    passwordHash: hashOf(line, transfer, reader),
    files: filesOf(live?.checksum ?? null, pending?.checksum ?? null),
  };
}

/** docs/spec/contract.md#input: bodies nest at most 64 levels; a line holds one. */
const deepestLine = 65;

function parsed(text: string): JsonObject {
  const line = jsonOf(text);
  if (!isJsonObject(line)) throw new RefusedLine('INVALID_LINE', ['The line is not a JSON object.']);
  if (valueNestsDeeper(line, deepestLine))
    throw new RefusedLine('INVALID_DOCUMENT', ['The document nests deeper than 64 levels.']);
  return line;
}

function jsonOf(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw new RefusedLine('INVALID_JSON', ['The line is not JSON.']);
  }
}

function typeOfLine(line: JsonObject, { all }: TransferTypes): TransferType {
  const [kind, slug] =
    'global' in line ? (['global', line['global']] as const) : (['collection', line['collection']] as const);
  const found = all.find((each) => each.kind === kind && each.slug === slug);
  if (found !== undefined) return found;
  throw new RefusedLine(slug === undefined ? 'INVALID_LINE' : 'UNKNOWN_SLUG', [
    slug === undefined
      ? 'The line has no collection and no global.'
      : `There is no ${kind} ${JSON.stringify(slug)} in the config.`,
  ]);
}

function objectAt(line: JsonObject, key: string): JsonObject | null {
  const value = line[key];
  if (value === undefined || value === null) return null;
  if (isJsonObject(value)) return value;
  throw new RefusedLine('INVALID_LINE', [`${key}: must be an object.`]);
}

/** An id of another form would be stored, but no request could find it. */
function idOf(published: JsonObject | null, draft: JsonObject | null, { ids }: LineReader): string {
  const given = [published, draft].flatMap((one) => (one === null ? [] : [one['id']]));
  const [id] = given;
  if (given.some((other) => other !== id))
    throw new RefusedLine('INVALID_ID', ['id: document and draft have different ids.']);
  if (id === undefined || id === null) return ids();
  if (typeof id === 'string' && isDocumentId(id)) return id;
  throw new RefusedLine('INVALID_ID', ['id: must be a UUID of version 7 in lower case, or left out.']);
}

function hashOf(line: JsonObject, { isUsers }: TransferType, { isPasswordHash }: LineReader): string | null {
  const hash = line['passwordHash'];
  if (hash === undefined || hash === null) return null;
  if (!isUsers) throw new RefusedLine('INVALID_LINE', ['passwordHash: only users have one.']);
  if (typeof hash === 'string' && isPasswordHash(hash)) return hash;
  throw new RefusedLine('INVALID_LINE', [
    'passwordHash: is not an argon2id hash, $argon2id$v=19$m=...,t=...,p=...$salt$hash.',
  ]);
}

interface Views {
  readonly published: JsonObject | null;
  readonly draft: JsonObject | null;
  readonly id: string;
}

function isGiven(document: JsonObject | null, key: string): boolean {
  return document !== null && document[key] !== undefined && document[key] !== null;
}

async function stateOf(
  transfer: TransferType,
  { published, draft, id }: Views,
  reader: LineReader,
): Promise<DocumentState> {
  const { whole, draft: partial } = reader.validators(transfer);
  const live =
    published === null
      ? null
      : await complete(transfer, published, {
          id,
          other: draft,
          validator: whole,
          status: 'published',
          reader,
        });
  if (draft === null || partial === null) return { published: live, pending: null };
  const status = live === null ? 'draft' : 'published';
  const document = await complete(transfer, draft, {
    id,
    other: published,
    validator: partial,
    status,
    isDraft: true,
    reader,
  });
  return {
    published: live,
    pending:
      live === null
        ? { document, fields: [] }
        : withDifferences(transfer.type, { published: live, document }),
  };
}

interface Completing {
  readonly id: string;
  /** The other view of the same document, which may say when it was made. */
  readonly other: JsonObject | null;
  readonly validator: Validator;
  readonly status: 'published' | 'draft';
  readonly isDraft?: boolean;
  readonly reader: LineReader;
}

async function complete(
  { type, isUsers, defaults }: TransferType,
  given: JsonObject,
  { id, other, validator, status, isDraft = false, reader }: Completing,
): Promise<StoredDocument> {
  const { model } = type;
  const own = fillEmpty(model.descriptor.fields, withoutBuiltIns(given));
  const data = isUsers ? withStoredEmail(own) : own;
  const issues: { readonly path: string; readonly message: string }[] = [
    ...validatorIssues(validator, {
      data: isUsers ? asNewUser(data, model) : data,
      fields: model.descriptor.fields,
    }),
    // A virtual field of a document that was read by the API is ignored.
    ...wrongReadOnlyValues(type, data).flatMap(({ path, text, isVirtual }) =>
      isVirtual ? [] : [{ path, message: `${text}.` }],
    ),
  ];
  const completion = { ids: reader.ids, issues: [], isDraft };
  const filled = defaults.any && issues.length === 0 ? await defaults.apply(data, 'create', noRequest) : data;
  const fields =
    issues.length > 0
      ? {}
      : completeFields(model.descriptor.fields, { data: filled, prefix: '', completion });
  const all = [...issues, ...completion.issues].map(({ path, message }) =>
    path === '' ? message : `${path}: ${message}`,
  );
  if (all.length > 0) throw new RefusedLine('INVALID_DOCUMENT', all);
  assertStatus(given, isDraft);
  const now = reader.now();
  return assembleDocument(
    model,
    {
      id,
      createdAt: timeOf(given, 'createdAt') ?? timeOf(other ?? {}, 'createdAt') ?? now,
      updatedAt: timeOf(given, 'updatedAt') ?? now,
      revision: revisionOf(given),
      status,
    },
    fields,
  );
}

/** Only default functions need a request, and those are not called here. */
function noRequest(): never {
  throw new Error('A line of an import is no request.');
}

/**
 * People log in with their email in lower case, however they write it (docs/spec/auth.md#email-addresses).
 */
function withStoredEmail({ email, ...data }: JsonObject): JsonObject {
  return email === undefined
    ? data
    : { ...data, email: typeof email === 'string' ? email.toLowerCase() : email };
}

/** The validator of new users requires a password and does not know the fields that only the service sets. */
function asNewUser({ emailVerified, ...data }: JsonObject, { descriptor }: DocumentModel): JsonObject {
  if (emailVerified !== undefined && typeof emailVerified !== 'boolean') {
    throw new RefusedLine('INVALID_DOCUMENT', ['emailVerified: must be true or false.']);
  }
  if ('password' in data) throw new RefusedLine('INVALID_DOCUMENT', ['password: There is no such field.']);
  if ('passwordHash' in data && !descriptor.fields.some(({ name }) => name === 'passwordHash')) {
    throw new RefusedLine('INVALID_DOCUMENT', [
      'passwordHash: belongs next to "document", not in it, and must be an argon2id hash.',
    ]);
  }
  return { ...data, password: 'none-of-it-is-stored' };
}

function timeOf(document: JsonObject, key: string): string | null {
  const value = document[key];
  if (value === undefined || value === null) return null;
  const stored = typeof value === 'string' ? dayOrTimestamp(value) : null;
  if (stored !== null) return stored;
  throw new RefusedLine('INVALID_DOCUMENT', [
    `${key}: must be a timestamp with its zone such as "2026-01-31T09:00:00Z", in the years 0000 to 9999.`,
  ]);
}

/** `document` holds the published view: a draft there would be published by mistake. */
function assertStatus({ _status: status }: JsonObject, isDraft: boolean): void {
  if (status === undefined || status === null || status === 'published') return;
  if (status !== 'draft')
    throw new RefusedLine('INVALID_STATUS', ['_status: must be "published" or "draft".']);
  if (!isDraft)
    throw new RefusedLine('INVALID_STATUS', [
      '_status: is "draft", and a draft belongs in "draft", not in "document".',
    ]);
}

function revisionOf({ _revision: revision }: JsonObject): number {
  if (revision === undefined || revision === null) return 1;
  if (typeof revision === 'number' && Number.isSafeInteger(revision) && revision > 0) return revision;
  throw new RefusedLine('INVALID_DOCUMENT', ['_revision: must be a whole number of at least 1.']);
}
