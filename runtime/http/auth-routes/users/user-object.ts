import { userRequester } from '../../../auth/current-requester.js';
import type { UserRecord } from '../../../auth/users/user-store.js';
import type { FieldDescriptor } from '../../../codegen/descriptors.js';
import type { UserOperations } from '../../../documents/users/user-writes.js';
import { isJsonObject, type JsonObject } from '../../../util/json.js';
import type { ApiRequest, Service } from '../../api.js';
import { authOf } from '../../security/authorize.js';

/**
 * Returns the user object of a response (docs/spec/auth.md#user-object), with what the user may read of it.
 * Built by name from fields known to be public, so that other fields of the store (`_revision`, a hash)
 * cannot leak.
 */
export async function userObject(
  request: ApiRequest,
  service: Service,
  record: UserRecord,
): Promise<UserRecord> {
  const { computed = null } = service.operations.users ?? {};
  const whole = computed === null ? record : await withVirtuals(computed, record, { request, service });
  return storedUserObject(service, whole);
}

type Compute = NonNullable<UserOperations['computed']>;

/**
 * Virtual fields are computed as in a read by the user. If that fails, the user is returned without them: an
 * error in the config must not lock anybody out, or lose the tokens of a session.
 */
async function withVirtuals(
  compute: Compute,
  record: UserRecord,
  { request, service }: { readonly request: ApiRequest; readonly service: Service },
): Promise<UserRecord> {
  const { roles } = authOf(service);
  const requester = userRequester(record, roles);
  request.signIn(requester);
  const access = service.access?.forRequest(requester, () => request.context.req) ?? null;
  if (access !== null) request.grant(access);
  try {
    return await compute(record, request.context);
  } catch (error) {
    service.logError({ err: error, userId: record.id }, 'the virtual fields of a user could not be computed');
    return record;
  }
}

/** The same without virtual fields. */
export function storedUserObject(service: Service, record: UserRecord): UserRecord {
  const { id, email, name, role, emailVerified, createdAt, updatedAt } = record;
  const own = service.contract.collections.find(({ builtIn }) => builtIn === 'users')?.fields ?? [];
  return {
    id,
    email,
    name,
    role,
    emailVerified,
    createdAt,
    updatedAt,
    ...visibleFields(
      own.filter((field) => !builtInFields.has(field.name)),
      record,
      record.role,
    ),
  };
}

const builtInFields: ReadonlySet<string> = new Set([
  ...['id', 'email', 'name', 'role', 'emailVerified', 'createdAt', 'updatedAt'],
]);

function visibleFields(
  fields: readonly FieldDescriptor[],
  values: Readonly<Record<string, unknown>>,
  viewer: string,
): Record<string, unknown> {
  const visible: Record<string, unknown> = {};
  for (const field of fields) {
    if (!Object.hasOwn(values, field.name) || !mayRead(field, viewer)) continue;
    visible[field.name] = visibleValue(field, values[field.name], viewer);
  }
  return visible;
}

function visibleValue(field: FieldDescriptor, value: unknown, viewer: string): unknown {
  if (field.type === 'group' && isJsonObject(value)) return visibleFields(field.fields, value, viewer);
  if (field.type === 'array' && Array.isArray(value))
    return value.map((row: JsonObject) => ({ id: row['id'], ...visibleFields(field.fields, row, viewer) }));
  if (field.type === 'blocks' && Array.isArray(value)) {
    return value.map((row: JsonObject) => {
      const block = field.blocks.find(({ slug }) => slug === row['blockType']);
      const { id, blockType } = row;
      return { id, blockType, ...visibleFields(block?.fields ?? [], row, viewer) };
    });
  }
  return value;
}

function mayRead({ access }: FieldDescriptor, viewer: string): boolean {
  return access?.read === undefined || access.read.includes(viewer);
}
