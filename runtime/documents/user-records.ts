import type { FieldDescriptor } from '../codegen/descriptors.js';
import { checkTargets } from '../relations/check-targets.js';
import { collectReferences } from '../relations/reference-plan.js';
import type { Connection, Row } from '../storage/driver.js';
import { quoteName } from '../storage/schema/sqlite-ddl.js';
import type { JsonObject, JsonValue } from '../util/json.js';
import { type Completion, completeFields } from './complete-value.js';
import type { DocumentModel, StoredDocument } from './document-model.js';
import type { DocumentEnvironment, DocumentType } from './document-type.js';
import { findStored } from './find-stored.js';
import { lockState } from './lock-documents.js';
import { mergeFields } from './merge-fields.js';
import { ownValue } from './own-value.js';
import { freeSlugs } from './slugs.js';
import { assembleDocument } from './stored-document.js';
import { createUserCredentials, type UserCredentials } from './user-credentials.js';
import { invalidData } from './validate-data.js';

/** A user as authentication sees them: the whole document of the `users` collection. */
export interface UserDocument {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  readonly emailVerified: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly [field: string]: unknown;
}

/** What a new user is made of. */
export interface UserCreation {
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  readonly emailVerified: boolean;
  readonly passwordHash: string | null;
  /** Values of the config's own fields, validated. Required ones may be absent: nobody is asked for them in an invitation. */
  readonly fields?: JsonObject;
}

/**
 * The users of authentication over the ordinary table of the `users` collection, so that lists, filters and population see what
 * authentication writes. It has the shape of the `UserStore` of `auth/users`, which may not know this room.
 */
export interface UserRecords extends UserCredentials {
  find(connection: Connection, id: string): Promise<UserDocument | null>;
  findByEmail(connection: Connection, email: string): Promise<UserDocument | null>;
  insert(connection: Connection, user: UserCreation): Promise<UserDocument>;
  update(
    connection: Connection,
    id: string,
    change: Partial<Pick<UserDocument, 'name' | 'role' | 'emailVerified'>>,
  ): Promise<UserDocument | null>;
  countByRole(connection: Connection, role: string): Promise<number>;
}

export interface UserRecordsOptions {
  /** Of the built-in `users` collection. */
  readonly type: DocumentType;
  readonly environment: DocumentEnvironment;
}

export function createUserRecords({ type, environment }: UserRecordsOptions): UserRecords {
  const { model, writer, slugs } = type;
  const { clock, ids, tables } = environment;
  const table = quoteName(model.table);
  const selectById = `SELECT "_doc" FROM ${table} WHERE "id" = ?`;
  const selectByEmail = `SELECT "id", "_doc" FROM ${table} WHERE ${columnOf(model, 'email')} = ?`;
  const countRole = `SELECT count(*) AS "total" FROM ${table} WHERE ${columnOf(model, 'role')} = ?`;
  const credentials = createUserCredentials(clock);

  /** Asked for by each request of a user, so it is one read by the primary key with a text that is always the same. */
  async function find(connection: Connection, id: string): Promise<UserDocument | null> {
    const row = await connection.get(selectById, [id]);
    return row === undefined ? null : readUser(connection, id, row);
  }

  async function findByEmail(connection: Connection, email: string): Promise<UserDocument | null> {
    const row = await connection.get(selectByEmail, [email]);
    return row === undefined ? null : readUser(connection, String(row['id']), row);
  }

  async function readUser(
    connection: Connection,
    id: string,
    { _doc: text }: Row,
  ): Promise<UserDocument | null> {
    if (typeof text === 'string') return userOf(JSON.parse(text) as StoredDocument);
    // Changed by hand: the text is gone, and the columns count.
    const document = await findStored(connection, model, id);
    return document === null ? null : userOf(document);
  }

  async function insert(connection: Connection, user: UserCreation): Promise<UserDocument> {
    const { passwordHash, fields: own = {}, ...account } = user;
    const data: JsonObject = { ...constantDefaults(model.descriptor.fields), ...own, ...account };
    const completion: Completion = { ids, faults: [] };
    const fields = completeFields(model.descriptor.fields, data, '', completion);
    const faults = completion.faults.filter(({ path }) => isNamed(data, path));
    if (faults.length > 0) throw invalidData(faults);
    const now = new Date(clock()).toISOString();
    const document = assembleDocument(
      model,
      { id: ids(), createdAt: now, updatedAt: now, revision: 1 },
      fields,
    );
    await checkTargets(connection, collectReferences(type.references, document), tables);
    await freeSlugs(connection, model, slugs, document, null);
    await writer.insert(connection, document);
    const written = userOf(document);
    if (passwordHash !== null) await credentials.setPasswordHash(connection, written.id, passwordHash);
    return written;
  }

  async function update(
    connection: Connection,
    id: string,
    change: Partial<Pick<UserDocument, 'name' | 'role' | 'emailVerified'>>,
  ): Promise<UserDocument | null> {
    const before = (await lockState(connection, type, id))?.published ?? null;
    if (before === null) return null;
    const changed = Object.entries(change).filter(([name, value]) => before[name] !== value);
    if (changed.length === 0) return userOf(before);
    const completion: Completion = { ids, faults: [] };
    const patch: JsonObject = Object.fromEntries(changed);
    const fields = mergeFields(model.descriptor.fields, before, patch, '', completion);
    if (completion.faults.length > 0) throw invalidData(completion.faults);
    const document = nextDocument(model, before, fields, clock());
    await writer.update(connection, document, before);
    return userOf(document);
  }

  async function countByRole(connection: Connection, role: string): Promise<number> {
    return Number((await connection.get(countRole, [role]))?.['total'] ?? 0);
  }

  return { find, findByEmail, insert, update, countByRole, ...credentials };
}

/** A document with changed fields: one revision on. */
function nextDocument(
  model: DocumentModel,
  before: StoredDocument,
  fields: JsonObject,
  now: number,
): StoredDocument {
  const head = {
    id: String(before['id']),
    createdAt: String(before['createdAt']),
    updatedAt: new Date(now).toISOString(),
    revision: Number(before['_revision']) + 1,
  };
  return assembleDocument(model, head, fields);
}

/** The user in a document. Rows that were made by hand may lack what the service always writes: such a user may do nothing. */
export function userOf(document: JsonObject): UserDocument {
  const { id, email, name, role, emailVerified, createdAt, updatedAt } = document;
  const isWhole =
    typeof email === 'string' &&
    typeof role === 'string' &&
    typeof emailVerified === 'boolean' &&
    (name === null || typeof name === 'string');
  // What was looked at, and what no document lacks.
  if (isWhole) return document as JsonObject & UserDocument;
  return {
    ...document,
    id: String(id),
    email: String(email ?? ''),
    name: typeof name === 'string' ? name : null,
    role: String(role ?? ''),
    emailVerified: emailVerified === true,
    createdAt: String(createdAt),
    updatedAt: String(updatedAt),
  };
}

/** Default functions want a request, and there is none behind a bootstrap; constants need nothing. */
export function constantDefaults(fields: readonly FieldDescriptor[]): JsonObject {
  const values: Record<string, JsonValue> = {};
  for (const field of fields) {
    if (field.type === 'group') values[field.name] = constantDefaults(field.fields);
    else if (field.default !== undefined) values[field.name] = field.default;
  }
  return values;
}

/** Whether the data gives the field of a fault a value: an absent one is no fault where nobody was asked for it. */
function isNamed(data: JsonObject, path: string): boolean {
  const [name = ''] = path.split('.');
  return (ownValue(data, name) ?? null) !== null;
}

function columnOf(model: DocumentModel, name: string): string {
  const slot = model.columnSlots.find(({ field, groups }) => groups.length === 0 && field.name === name);
  const column = slot?.columns[0];
  if (column === undefined) throw new Error(`The users collection has no field ${name}.`);
  return quoteName(column);
}
