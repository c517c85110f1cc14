/** Handlers of routes are typed by the schemas beside them. Compiled by `npm run typecheck`. */
import { z } from 'zod';
import {
  defineConfig,
  defineRoute,
  type RequestUser,
  type RouteConfig,
  type RouteLog,
} from '../../runtime/config/index.js';
import { is } from './sdk-equal.js';

const route = { id: 'stats', method: 'GET', path: '/stats/:year/:month' } as const;

export const typed: RouteConfig = defineRoute({
  ...route,
  params: z.object({ year: z.coerce.number(), month: z.string() }),
  query: z.object({ tag: z.array(z.string()).optional(), all: z.stringbool().default(false) }),
  response: z.object({ total: z.number(), note: z.string().optional() }),
  handler: ({ params, query, body, user, log, requestId }) => {
    is<number>()(params.year);
    is<string[] | undefined>()(query.tag);
    is<boolean>()(query.all);
    is<undefined>()(body);
    is<RequestUser | undefined>()(user);
    is<RouteLog>()(log);
    is<string>()(requestId);
    return { total: params.year };
  },
});

export const plain: RouteConfig = defineRoute({
  ...route,
  handler: ({ params, query }) => {
    is<string>()(params.month);
    is<undefined>()(query);
  },
});

export const several: RouteConfig = defineRoute({
  id: 'several',
  method: 'POST',
  path: '/several',
  body: z.object({ name: z.string() }),
  responses: { 201: z.object({ id: z.string() }), 202: z.literal('queued') },
  handler: async ({ body, reply }) =>
    body.name === '' ? reply(202, 'queued') : reply(201, { id: body.name }),
});

export const web: RouteConfig = defineRoute({ ...route, handler: () => new Response('text') });

defineConfig({
  collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }],
  routes: [typed, plain, several, web],
});

// @ts-expect-error: a parameter that the path does not have
defineRoute({ ...route, handler: ({ params }) => void params.day });
// @ts-expect-error: not what the response schema takes
defineRoute({ ...route, response: z.object({ total: z.number() }), handler: () => ({ total: 'many' }) });
// @ts-expect-error: a property that the schema does not return
defineRoute({ ...route, query: z.object({ a: z.string() }), handler: ({ query }) => void query.b });
// @ts-expect-error: a value without a schema for it
defineRoute({ ...route, handler: () => 5 });
defineRoute({
  ...route,
  responses: { 201: z.string(), 202: z.number() },
  // @ts-expect-error: the body of the other status
  handler: ({ reply }) => reply(201, 5),
});
defineRoute({
  ...route,
  responses: { 201: z.string() },
  // @ts-expect-error: a status without a schema
  handler: ({ reply }) => reply(200, 'x'),
});
// @ts-expect-error: not made by reply
defineRoute({ ...route, responses: { 201: z.string() }, handler: () => ({ status: 201, body: 'x' }) });
// @ts-expect-error: no such method
defineRoute({ ...route, method: 'HEAD', handler: () => {} });
// @ts-expect-error: no schema
defineRoute({ ...route, response: { total: Number }, handler: () => ({ total: 1 }) });
