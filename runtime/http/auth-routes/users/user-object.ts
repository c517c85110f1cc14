import type { UserRecord } from '../../../auth/users/user-store.js';
import type { FieldDescriptor } from '../../../codegen/descriptors.js';
import { isJsonObject, type JsonObject } from '../../../util/json.js';
import type { Service } from '../../api.js';

/**
 * Returns the user object of a response (docs/spec/auth.md#user-object). Built by name from fields known to
 * be public, so that other fields of the store (`_revision`, a hash) cannot leak.
 *
 * @param viewer - role of the requester, for fields that only some roles may read; default: the user's own.
 */
export function userObject(
  service: Pick<Service, 'contract'>,
  record: UserRecord,
  viewer: string | null = record.role,
): UserRecord {
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
      viewer,
    ),
  };
}

const builtInFields: ReadonlySet<string> = new Set([
  ...['id', 'email', 'name', 'role', 'emailVerified', 'createdAt', 'updatedAt'],
]);

function visibleFields(
  fields: readonly FieldDescriptor[],
  values: Readonly<Record<string, unknown>>,
  viewer: string | null,
): Record<string, unknown> {
  const visible: Record<string, unknown> = {};
  for (const field of fields) {
    if (!Object.hasOwn(values, field.name) || !mayRead(field, viewer)) continue;
    visible[field.name] = visibleValue(field, values[field.name], viewer);
  }
  return visible;
}

function visibleValue(field: FieldDescriptor, value: unknown, viewer: string | null): unknown {
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

function mayRead({ access }: FieldDescriptor, viewer: string | null): boolean {
  return access?.read === undefined || (viewer !== null && access.read.includes(viewer));
}
