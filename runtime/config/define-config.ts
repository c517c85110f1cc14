import type { CheckedCollection, CheckedConfig, CheckedGlobal, Param } from './checked-config.js';
import type { Defined } from './defined-type.js';
import type { RouteConfig, RouteOptions, RouteSchema } from './route-config.js';
import type { Script } from './script-config.js';
import type { ServiceConfig } from './service-config.js';

/**
 * Describes a service. Export the result as the default of `svc.config.ts`.
 *
 * @example
 * ```ts
 * import { defineConfig } from 'svc';
 *
 * export default defineConfig({
 *   collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text', required: true }] }],
 * });
 * ```
 */
export function defineConfig<const Config>(config: Param<Config, CheckedConfig<Config>>): ServiceConfig {
  // The check is stricter than the type used everywhere else, never looser.
  return config as ServiceConfig;
}

/**
 * Defines a collection in a file of its own. Its slug and field names stay known to the checks of
 * {@link defineConfig}, and its hooks are typed by its fields.
 *
 * @example
 * ```ts
 * export const posts = defineCollection({
 *   slug: 'posts',
 *   fields: [{ name: 'title', type: 'text', required: true }],
 *   hooks: { beforeChange: ({ data }) => ({ ...data, title: data.title?.trim() }) },
 * });
 * ```
 */
export function defineCollection<const Collection>(
  collection: Param<Collection, CheckedCollection<Collection, unknown>>,
): Defined<Collection> {
  return collection as Defined<Collection>;
}

/**
 * Defines a global in a file of its own, like {@link defineCollection}.
 *
 * @example
 * ```ts
 * export const site = defineGlobal({ slug: 'site', fields: [{ name: 'title', type: 'text' }] });
 * ```
 */
export function defineGlobal<const Global>(
  global: Param<Global, CheckedGlobal<Global, unknown>>,
): Defined<Global> {
  return global as Defined<Global>;
}

/**
 * Defines a route of your own, for `routes` of the config. Its schemas type the handler, check requests and
 * responses, and become types of the SDK and schemas of the OpenAPI document.
 *
 * @example
 * ```ts
 * import { z } from 'zod';
 *
 * export const articleStats = defineRoute({
 *   id: 'articleStats',
 *   method: 'GET',
 *   path: '/stats/:year',
 *   access: 'public',
 *   params: z.object({ year: z.coerce.number().int() }),
 *   response: z.object({ year: z.number(), articles: z.number() }),
 *   handler: ({ params }) => ({ year: params.year, articles: 12 }),
 * });
 * ```
 */
export function defineRoute<
  const Path extends string,
  Params extends RouteSchema = never,
  Query extends RouteSchema = never,
  Body extends RouteSchema = never,
  Answer extends RouteSchema = never,
  Answers extends Readonly<Record<number, RouteSchema>> = never,
>(route: RouteOptions<Path, Params, Query, Body, Answer, Answers>): RouteConfig {
  // A handler takes what its own schemas return, which the type for all routes does not know.
  return route as unknown as RouteConfig;
}

/**
 * Types the default export of a script for `svc run` or `svc seed`.
 *
 * @example
 * ```ts
 * export default defineScript(async ({ local, log }) => {
 *   const { docs } = await local.as('system').posts.find({ where: { category: 'old' } });
 *   log.info({ posts: docs.length }, 'found');
 * });
 * ```
 */
export function defineScript<Own extends Script>(script: Own): Own {
  return script;
}
