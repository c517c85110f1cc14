/** Role names of a config, checked against those that were generated from it. */
import { atLeast, defineCollection, defineConfig, type RoleName, type ServiceConfig } from 'svc';

const desk: readonly RoleName[] = ['reviewer', ...atLeast('editor')];

export const notes = defineCollection({
  slug: 'notes',
  access: {
    read: desk,
    update: atLeast('reviewer'),
  },
  drafts: { readRoles: ['author', 'reviewer'] },
  fields: [{ name: 'text', type: 'textarea' }],
});

export const wrong = defineCollection({
  slug: 'wrong',
  // @ts-expect-error: no such role
  access: { delete: ['edtor'] },
  fields: [{ name: 'text', type: 'textarea' }],
});

export const site: ServiceConfig = defineConfig({
  auth: { secret: undefined, roles: [{ name: 'reviewer', rank: 60 }] },
  collections: [
    notes,
    {
      slug: 'posts',
      access: {
        // @ts-expect-error: no such role
        read: ['admin', 'edtor'],
        create: ['reviewer', 'editor'],
        // @ts-expect-error: no such role
        update: atLeast('edtor'),
        delete: ({ req: { user } }) => {
          if (user === undefined) return false;
          // @ts-expect-error: no such role
          if (user.role === 'edtor') return true;
          return user.role === 'reviewer' || atLeast('editor').includes(user.role);
        },
      },
      // @ts-expect-error: no such role
      drafts: { readRoles: ['edtor'] },
      fields: [
        { name: 'title', type: 'text', access: { read: ['reviewer'], update: atLeast('author') } },
        // @ts-expect-error: no such role
        { name: 'hidden', type: 'text', access: { read: ['edtor'] } },
        {
          name: 'seo',
          type: 'group',
          // @ts-expect-error: no such role
          fields: [{ name: 'title', type: 'text', access: { update: ['edtor'] } }],
        },
      ],
      hooks: {
        beforeChange: ({ data, req }) => ({ ...data, title: `${data.title} by ${req.user?.email}` }),
      },
    },
  ],
  globals: [
    {
      slug: 'site',
      // @ts-expect-error: no such role
      access: { update: ['edtor'] },
      fields: [{ name: 'title', type: 'text' }],
    },
  ],
});
