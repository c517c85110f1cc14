import { anonymous } from '../../../access/requester.js';
import {
  type Registration,
  register,
  requireOpenRegistration,
  type WriteAccount,
} from '../../../auth/registration/register.js';
import type { UserRecord } from '../../../auth/users/user-store.js';
import type { FieldDescriptor } from '../../../codegen/descriptors.js';
import { userFieldNames, usersSlug } from '../../../config/built-in-users.js';
import type { Validator } from '../../../documents/operation.js';
import { constantDefaults } from '../../../documents/users/user-records.js';
import { completeFields } from '../../../documents/write/complete-value.js';
import { createIdSource } from '../../../util/ids.js';
import type { JsonObject } from '../../../util/json.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf, authorizeAnybody } from '../../security/authorize.js';
import { checkBody, email, nullable, optional, password, readObject, text } from '../body.js';
import { limitMail } from '../links/limits.js';
import { jsonReply } from '../replies.js';
import { storedUserObject } from '../users/user-object.js';
import { openFields } from './open-fields.js';

/** The data of a registration, from a body or a form. */
export type RegistrationInput = Omit<Registration, 'role' | 'origin'>;

const shape = { email, password, name: optional(nullable(text({ maxLength: 200 }))) };

/** `POST /api/auth/register` */
export function registerRoute(validator: Validator | null): RouteHandler {
  return async function registerUser(request, service): Promise<Reply> {
    authorizeAnybody(request);
    await requireOpen(service);
    refuseParameters(request.search);
    const input = readInput(await readObject(request), service);
    const user = completed(await registerAccount(request, service, { input, validator }), service);
    return {
      ...jsonReply(201, { user: storedUserObject(service, user), message: nextStep(service) }),
      headers: { Location: `${request.mount}/api/${usersSlug}/${user.id}` },
    };
  };
}

/** Refuses unless registration is open in the current settings. */
export async function requireOpen(service: Service): Promise<void> {
  const settings = await service.settings?.read();
  requireOpenRegistration(settings?.enableRegistration ?? false);
}

/** Registers by JSON or by form; the caller has checked that registration is open. */
export async function registerAccount(
  request: ApiRequest,
  service: Service,
  { input, validator }: { readonly input: RegistrationInput; readonly validator: Validator | null },
): Promise<UserRecord> {
  await limitMail(request, service);
  const auth = authOf(service);
  const { defaultRegistrationRole: role = auth.options.registration.defaultRole } =
    (await service.settings?.read()) ?? {};
  return register(
    auth,
    { ...input, role, origin: request.origin },
    accountWriter(request, service, validator),
  );
}

function readInput(body: JsonObject, service: Service): RegistrationInput {
  const known = Object.fromEntries(Object.entries(body).filter(([key]) => Object.hasOwn(shape, key)));
  const { name = null, ...account } = checkBody(known, shape);
  return { ...account, name, fields: openFields(ownFields(service), body) };
}

/**
 * Returns the record with every field of the config, as sent or empty. Not as stored: with an address that is
 * already in use nothing was stored, and values changed by hooks would tell the two cases apart. Virtual
 * fields, which are made of what is stored, are left out for the same reason.
 */
function completed(user: UserRecord, service: Service): UserRecord {
  const fields = ownFields(service);
  // Values of own fields come from JSON, and the built-in ones are text and booleans.
  const sent = user as unknown as JsonObject;
  const completion = { ids: createIdSource(authOf(service).clock), issues: [] };
  return {
    ...user,
    ...completeFields(fields, { data: { ...constantDefaults(fields), ...sent }, prefix: '', completion }),
  };
}

/** Returns the fields of users that the config adds to the built-in ones. */
export function ownFields({ contract }: Service): readonly FieldDescriptor[] {
  const builtIn: ReadonlySet<string> = new Set(userFieldNames);
  const users = contract.collections.find((collection) => collection.builtIn === 'users');
  return (users?.fields ?? []).filter(({ name }) => !builtIn.has(name));
}

/** Writes the account as a document: with the validation and hooks of the config for users. */
function accountWriter(request: ApiRequest, service: Service, validator: Validator | null): WriteAccount {
  const { users } = service.operations;
  const auth = authOf(service);
  return async function writeAccount({ name, fields, ...account }, written) {
    if (users && validator) {
      // With the rights of an anonymous requester: the route reads no credential, and every write needs a
      // requester's rights.
      const access = service.access?.forRequest(anonymous, () => request.context.req);
      if (access) request.grant(access);
      await users.create(
        { account, data: { name, ...fields }, validator, created: written, returns: 'head' },
        request.context,
      );
      return;
    }
    await auth.driver.transaction(async (connection) =>
      written(connection, await auth.users.insert(connection, { ...account, name, fields })),
    );
  };
}

/** The same for a new address and for one already in use. */
function nextStep(service: Service): string {
  return authOf(service).options.emailVerification
    ? 'Open the link that we sent to this address, then log in.'
    : 'The account is ready; log in.';
}
