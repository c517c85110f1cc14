/** `local` in a config for which nothing was generated: every name is accepted, and values are unknown. */
import { defineConfig, defineRoute, type ServiceConfig } from '../../runtime/config/index.js';

const stats = defineRoute({
  id: 'stats',
  method: 'GET',
  path: '/stats',
  handler: async ({ local, req }) => {
    const total = await local['posts']?.count({ where: { title: 'a' } }, { as: 'system' });
    const site = await req.local.globals['site']?.get();
    if (total === site?.['title']) throw new Error('A number is no text.');
    const { failed } = await local.svc.bulk(
      (tx) => {
        const tag = tx['tags']?.create({ name: 'a' });
        tx['posts']?.create({ title: 'x', tag: tag?.id });
        tx.globals['site']?.update({ title: 'y' });
      },
      { as: 'system' },
    );
    const { hits } = await local.svc.search('fox', { limit: failed });
    // @ts-expect-error: unknown until code is generated
    hits[0]?.document['title'].length;
  },
});

export const config: ServiceConfig = defineConfig({
  collections: [
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'copies', type: 'number', virtual: ({ local }) => local['posts']?.count() },
      ],
      hooks: {
        beforeChange: async ({ data, local }) => {
          const system = local.as('system');
          const tag = await system['tags']?.create({ name: data.title }, { hooks: false });
          // @ts-expect-error: no such requester
          local.as('sytem');
          // @ts-expect-error: on or off
          await system['tags']?.find({}, { hooks: 'no' });
          // @ts-expect-error: unknown until code is generated
          const name: string = tag?.['name'];
          return { ...data, title: name };
        },
      },
    },
  ],
  routes: [stats],
});
