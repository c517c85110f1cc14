import { describe, expect, test } from 'vitest';
import type { CollectionConfig } from '../../runtime/config/collection-config.js';
import { importEmitted, irOf } from '../../tests/support/emitted.js';
import type { EmittedFile } from '../ir/ir.js';
import { emitDescriptors } from './descriptors.js';
import { emitAll } from './emit-all.js';
import { emitRoutes } from './routes.js';
import { emitValidators } from './validators.js';

const own: CollectionConfig = {
  slug: 'users',
  fields: [
    { name: 'nick', type: 'text', maxLength: 20 },
    { name: 'plan', type: 'select', options: ['free', 'paid'], required: true, default: 'free' },
  ],
};

const ir = (...collections: readonly CollectionConfig[]): ReturnType<typeof irOf> =>
  irOf(
    { auth: { secret: undefined }, collections },
    collections.includes(own) ? { 'collections.users': 'Members of the club.' } : {},
  );

function contentOf(files: readonly EmittedFile[], path: string): string {
  return files.find((file) => file.path === path)?.content ?? '';
}

describe('the built-in users', () => {
  test('have their virtual fields in responses of authentication', () => {
    const files = emitAll(
      ir({ slug: 'users', fields: [{ name: 'greeting', type: 'text', virtual: () => 'Hello' }] }),
    );
    expect(contentOf(files, 'sdk/index.d.ts')).toContain("  user: Omit<User, '_revision'>;");
    const { components } = JSON.parse(contentOf(files, 'openapi.json'));
    expect(components.schemas.AuthUser.properties.greeting).toEqual({
      type: ['string', 'null'],
      readOnly: true,
    });
    expect(components.schemas.AuthUser.required).not.toContain('greeting');
    expect(components.schemas.AuthRegistration.properties).not.toHaveProperty('greeting');
  });

  test('have handlers of their own', () => {
    const content = contentOf(emitRoutes(ir()), 'routes/users.ts');
    expect(content).toContain(`/** Handlers of /api/users. */
export const usersRoutes: Routes = {
  '/api/users': { GET: listUsers(users), POST: createUser(users, usersCreate) },
  '/api/users/query': { POST: queryUsers(users) },
  '/api/users/aggregate': { POST: aggregateUsers(users) },
  '/api/users/:id': {
    GET: readUser(users),
    PATCH: updateUser(users, usersUpdate),
    DELETE: deleteUser(users),
  },
};
`);
  });

  test('are described with who may do what, in a table of one line each', () => {
    const [file] = emitDescriptors(ir());
    expect(file?.content).toContain(`/** People with an account. */
export const users: CollectionDescriptor = {`);
    expect(file?.content).toContain(`  access: {
    read: ['super_admin', 'admin'],
    create: ['super_admin', 'admin'],
    update: ['super_admin', 'admin'],
    delete: ['super_admin', 'admin'],
  },
  builtIn: 'users',
};
`);
    expect(file?.content).toContain(`  auth: {
    roles: { super_admin: 100, admin: 90, editor: 70, author: 50, customer: 30, guest: 10 },
    magicLink: true,
    invites: true,
    tokenInBody: false,
  },
`);
  });

  test('take their description from the config', () => {
    expect(emitDescriptors(ir(own))[0]?.content).toContain('/** Members of the club. */\nexport const users');
  });

  test('have bodies for creation and update only, the own fields behind the account', () => {
    const content = contentOf(emitValidators({ ...ir(own), sdk: 'ts' }), 'sdk/validators.ts');
    expect(content).toContain(`/** The body of \`POST /api/users\`. */
export const usersCreate: Schema<UserCreate> = body({
  email: email(),
  password: text({ required: true }),
  name: text({ max: 200 }).nullish(),
  role: choice(['super_admin', 'admin', 'editor', 'author', 'customer', 'guest']).optional(),
  nick: text({ max: 20 }).nullish(),
  plan: choice(['free', 'paid']).optional(),
});

/** The body of \`PATCH /api/users/:id\`: what is absent stays. */
export const usersUpdate: Schema<UserUpdate> = body({
  name: text({ max: 200 }).nullish(),
  role: choice(['super_admin', 'admin', 'editor', 'author', 'customer', 'guest']).optional(),
  nick: text({ max: 20 }).nullish(),
  plan: choice(['free', 'paid']).optional(),
});
`);
    expect(content).not.toContain('usersDraft');
  });

  test('refuse what the service decides', async () => {
    const { usersUpdate } = (await importEmitted(emitAll(ir(own)), 'sdk/validators.js')) as {
      readonly usersUpdate: { safeParse(input: unknown): { readonly success: boolean } };
    };
    expect(usersUpdate.safeParse({ name: 'Ada', role: 'editor', nick: null, plan: 'paid' }).success).toBe(
      true,
    );
    for (const key of ['email', 'password', 'emailVerified', 'id', 'createdAt', 'passwordHash']) {
      expect([key, usersUpdate.safeParse({ [key]: 'x' }).success]).toEqual([key, false]);
    }
  });

  test('do not exist without auth', () => {
    const paths = emitAll(irOf({ collections: [{ slug: 'posts', fields: [] }] })).map(({ path }) => path);
    expect(paths.filter((path) => path.includes('user'))).toEqual([]);
  });
});
