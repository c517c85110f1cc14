import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection, Row } from '../../storage/driver.js';
import { type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { DocumentModel, StoredDocument } from '../document-model.js';
import type { DocumentType } from '../document-type.js';
import { findStored } from '../read/find-stored.js';
import { checkTargets } from '../relations/check-targets.js';
import { collectReferences } from '../relations/reference-plan.js';
import { assembleDocument } from '../stored-document.js';
import { type Completion, completeFields, mergeFields } from '../write/complete-value.js';
import { lockState } from '../write/lock-documents.js';
import { freeSlugs } from '../write/slugs.js';
import { invalidData } from '../write/validate-data.js';
import type { AccountHooks, AccountWrite } from './account-hooks.js';
import { accountKeys } from './account-keys.js';
import { createUserCredentials, type UserCredentials } from './user-credentials.js';

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

/** The data of a new user. */
export interface UserCreation {
  readonly email: string;
  readonly name: string | null;
  readonly role: string;
  readonly emailVerified: boolean;
  readonly passwordHash: string | null;
  /**
   * Values of the config's own fields, validated. Required ones may be absent: an invitation does not ask for
   * them.
   */
  readonly fields?: JsonObject;
}

/** What authentication changes of an account. */
export type UserChange = Partial<Pick<UserDocument, 'email' | 'name' | 'role' | 'emailVerified'>>;

/**
 * The users of authentication over the ordinary table of the `users` collection, so that lists, filters and
 * population see what authentication writes. It has the shape of the `UserStore` of `auth/users`, which may
 * not import this layer.
 */
export interface UserRecords extends UserCredentials {
  find(connection: Connection, id: string): Promise<UserDocument | null>;
  findByEmail(connection: Connection, email: string): Promise<UserDocument | null>;
  insert(connection: Connection, user: UserCreation, hooks?: AccountHooks | null): Promise<UserDocument>;
  update(
    connection: Connection,
    id: string,
    change: UserChange,
    hooks?: AccountHooks | null,
  ): Promise<UserDocument | null>;
  /** The same, with the config's own fields as they are in a new account. */
  reset(
    connection: Connection,
    id: string,
    change: UserChange,
    hooks?: AccountHooks | null,
  ): Promise<UserDocument | null>;
  countByRole(connection: Connection, role: string): Promise<number>;
}

export interface UserRecordsOptions {
  /** Of the built-in `users` collection. */
  readonly type: DocumentType;
  readonly environment: DocumentEnvironment;
}

export function createUserRecords({ type, environment }: UserRecordsOptions): UserRecords {
  const { model, writer } = type;
  const { clock, ids, tables } = environment;
  const table = quoteIdentifier(model.table);
  const selectById = `SELECT "_doc" FROM ${table} WHERE "id" = ?`;
  const selectByEmail = `SELECT "id", "_doc" FROM ${table} WHERE ${columnOf(model, 'email')} = ?`;
  const countRole = `SELECT count(*) AS "total" FROM ${table} WHERE ${columnOf(model, 'role')} = ?`;
  const credentials = createUserCredentials(clock);

  /** Each request of a user needs this, so it is one read by primary key with a constant SQL text. */
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
    // The row was changed by hand: it has no text, and the columns count.
    const document = await findStored(connection, { model, id });
    return document === null ? null : userOf(document);
  }

  async function insert(
    connection: Connection,
    user: UserCreation,
    hooks: AccountHooks | null = null,
  ): Promise<UserDocument> {
    const { passwordHash, fields: own = {}, ...account } = user;
    const given = { ...constantDefaults(model.descriptor.fields), ...own, ...account };
    const write: AccountWrite = { event: 'create', data: given, document: null };
    const data = await hooked(connection, write, hooks);
    const fields = completeUser(data);
    const now = new Date(clock()).toISOString();
    const document = assembleDocument(
      model,
      { id: ids(), createdAt: now, updatedAt: now, revision: 1 },
      fields,
    );
    await checkTargets(connection, { references: collectReferences(type.references, document), tables });
    await freeSlugs(connection, type, { document, before: null, access: null });
    await writer.insert(connection, document);
    hooks?.written({ ...write, data }, document);
    const written = userOf(document);
    if (passwordHash !== null) await credentials.setPasswordHash(connection, written.id, passwordHash);
    return written;
  }

  async function update(
    connection: Connection,
    id: string,
    change: UserChange,
    hooks: AccountHooks | null = null,
  ): Promise<UserDocument | null> {
    const before = (await lockState(connection, type, id))?.published ?? null;
    if (before === null) return null;
    const changed = Object.entries(change).filter(([name, value]) => before[name] !== value);
    if (changed.length === 0) return userOf(before);
    const completion: Completion = { ids, issues: [] };
    const write: AccountWrite = { event: 'update', data: Object.fromEntries(changed), document: before };
    const patch = await hooked(connection, write, hooks);
    const fields = mergeFields(model.descriptor.fields, { stored: before, patch, prefix: '', completion });
    if (completion.issues.length > 0) throw invalidData(completion.issues);
    const document = nextDocument(model, { before, fields, now: clock() });
    await writer.update(connection, document, before);
    hooks?.written({ ...write, data: patch }, document);
    return userOf(document);
  }

  async function reset(
    connection: Connection,
    id: string,
    change: UserChange,
    hooks: AccountHooks | null = null,
  ): Promise<UserDocument | null> {
    const before = (await lockState(connection, type, id))?.published ?? null;
    if (before === null) return null;
    const { email, name, role, emailVerified } = userOf(before);
    const account = { email, name, role, emailVerified, ...change };
    const given = { ...constantDefaults(model.descriptor.fields), ...account };
    const write: AccountWrite = { event: 'update', data: given, document: before };
    const data = await hooked(connection, write, hooks);
    const fields = completeUser(data);
    const document = nextDocument(model, { before, fields, now: clock() });
    await checkTargets(connection, { references: collectReferences(type.references, document), tables });
    await freeSlugs(connection, type, { document, before, access: null });
    await writer.update(connection, document, before);
    hooks?.written({ ...write, data }, document);
    return userOf(document);
  }

  /**
   * All fields of a user, with the defaults of the config's own fields. Required ones may be empty, since no
   * form asked for them.
   */
  function completeUser(given: JsonObject): Record<string, JsonValue> {
    const data: JsonObject = { ...constantDefaults(model.descriptor.fields), ...given };
    const completion: Completion = { ids, issues: [] };
    const fields = completeFields(model.descriptor.fields, { data, prefix: '', completion });
    const issues = completion.issues.filter(({ path }) => isNamed(data, path));
    if (issues.length > 0) throw invalidData(issues);
    return fields;
  }

  async function countByRole(connection: Connection, role: string): Promise<number> {
    return Number((await connection.get(countRole, [role]))?.['total'] ?? 0);
  }

  return { find, findByEmail, insert, update, reset, countByRole, ...credentials };
}

/** The data after the hooks, which change fields of the config and the name, but nothing of the account. */
async function hooked(
  connection: Connection,
  write: AccountWrite,
  hooks: AccountHooks | null,
): Promise<JsonObject> {
  if (hooks === null) return write.data;
  const ofAccount = ([name]: readonly [string, unknown]): boolean => accountKeys.has(name);
  const changed = Object.entries(await hooks.before(connection, write));
  return Object.fromEntries([
    ...changed.filter((entry) => !ofAccount(entry)),
    ...Object.entries(write.data).filter(ofAccount),
  ]);
}

/** A document with changed fields and the next revision. */
function nextDocument(
  model: DocumentModel,
  {
    before,
    fields,
    now,
  }: { readonly before: StoredDocument; readonly fields: JsonObject; readonly now: number },
): StoredDocument {
  const head = {
    id: String(before['id']),
    createdAt: String(before['createdAt']),
    updatedAt: new Date(now).toISOString(),
    revision: Number(before['_revision']) + 1,
  };
  return assembleDocument(model, head, fields);
}

/**
 * The user in a document. Rows created by hand may lack values that the service always writes: such a user
 * has no rights.
 */
export function userOf(document: JsonObject): UserDocument {
  const { id, email, name, role, emailVerified, createdAt, updatedAt } = document;
  const isWhole =
    typeof email === 'string' &&
    typeof role === 'string' &&
    typeof emailVerified === 'boolean' &&
    (name === null || typeof name === 'string');
  // These keys were checked above; the others are in every document.
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

/** Default functions need a request, which a bootstrap does not have; constants need none. */
export function constantDefaults(fields: readonly FieldDescriptor[]): JsonObject {
  const values: Record<string, JsonValue> = {};
  for (const field of fields) {
    if (field.type === 'group') values[field.name] = constantDefaults(field.fields);
    else if (field.default !== undefined) values[field.name] = field.default;
  }
  return values;
}

/**
 * Whether the data gives the field of an issue a value: an absent value is no issue where no form asked for
 * it.
 */
function isNamed(data: JsonObject, path: string): boolean {
  const [name = ''] = path.split('.');
  return (ownValue(data, name) ?? null) !== null;
}

function columnOf(model: DocumentModel, name: string): string {
  const slot = model.columnSlots.find(({ field, groups }) => groups.length === 0 && field.name === name);
  const column = slot?.columns[0];
  if (column === undefined) throw new Error(`The users collection has no field ${name}.`);
  return quoteIdentifier(column);
}
