/** Starts the service of a config, and sends a random document of each collection through its SDK. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { build } from 'esbuild';
import fc from 'fast-check';
import type { FieldDescriptor } from '../../runtime/codegen/descriptors.js';
import type { RouteConfig } from '../../runtime/config/route-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { generateCode, startGenerated } from '../support/generated-app.js';
import { validBody } from '../support/random-document.js';
import { sampleOfRoute } from './drawn-routes.js';

interface CollectionClient {
  create(data: object): Promise<Readonly<Record<string, unknown>>>;
  findById(id: string): Promise<Readonly<Record<string, unknown>>>;
}

type Routes = Readonly<Record<string, (input: object) => Promise<unknown>>>;

interface Sdk {
  createClient(options: object): Readonly<Record<string, CollectionClient>> & { readonly routes: Routes };
}

/** Returns how many documents went round, how many routes were called, and what went wrong. */
export async function roundTrip(
  root: string,
  config: ServiceConfig,
  seed: number,
): Promise<{ readonly documents: number; readonly calls: number; readonly faults: readonly string[] }> {
  const code = await generateCode(root, config);
  const service = await startGenerated(root, config, code, 'sqlite').catch((error: unknown) => String(error));
  const faults: string[] = [];
  let [documents, calls] = [0, 0];
  try {
    if (typeof service === 'string') return { documents, calls, faults: [`it does not start: ${service}`] };
    const { createClient } = await loadSdk(code.folder);
    const client = createClient({ baseUrl: 'http://localhost', fetch: service.app.fetch, retry: false });
    for (const { slug, fields } of code.contract.collections) {
      const body = validBody(fields.filter((field) => !refers(field)));
      if (body === null || fields.some((field) => refers(field) && isNeeded(field))) continue;
      const [data = {}] = fc.sample(body, { seed, numRuns: 1 });
      const own = client[camelCase(slug)];
      if (own === undefined) {
        faults.push(`${slug}: the client has no ${camelCase(slug)}`);
        continue;
      }
      try {
        const created = await own.create(data);
        const read = await own.findById(String(created['id']));
        documents += 1;
        if (!isDeepStrictEqual(read, created))
          faults.push(`${slug}: ${JSON.stringify([data, created, read])}`);
        const changed = Object.keys(data).filter((name) => !holds(created[name], data[name as never]));
        if (changed.length > 0)
          faults.push(`${slug} does not keep ${changed}: ${JSON.stringify([data, created])}`);
      } catch (error) {
        faults.push(`${slug}: ${JSON.stringify(data)}: ${String(error)}`);
      }
    }
    for (const route of config.routes ?? []) {
      const fault = await faultOfRoute(client.routes, route);
      if (fault !== null) faults.push(fault);
      calls += 1;
    }
    return { documents, calls, faults };
  } finally {
    if (typeof service !== 'string') await service.close();
    code.remove();
  }
}

/** What is wrong with the result of a route that echoes its input; null: nothing. */
async function faultOfRoute(routes: Routes, route: RouteConfig): Promise<string | null> {
  const sample = sampleOfRoute(route);
  const call = Object.hasOwn(routes, route.id) ? routes[route.id] : undefined;
  if (sample === undefined || call === undefined) return `the client has no route ${route.id}`;
  try {
    const result = await call(sample.input);
    return isDeepStrictEqual(result, sample.result)
      ? null
      : `${route.id}: ${JSON.stringify([sample, result])}`;
  } catch (error) {
    return `${route.id}: ${JSON.stringify(sample.input)}: ${String(error)}`;
  }
}

/** As a bundle: the config may ask for TypeScript, which Node does not load. */
async function loadSdk(folder: string): Promise<Sdk> {
  const entry = join(folder, 'sdk-entry.ts');
  const outfile = join(folder, 'sdk-entry.mjs');
  writeFileSync(entry, `export { createClient } from './generated/sdk/index.js';\n`);
  const options = { bundle: true, platform: 'node', format: 'esm', target: 'node20' } as const;
  await build({ ...options, entryPoints: [entry], outfile, packages: 'external' });
  return (await import(pathToFileURL(outfile).href)) as Sdk;
}

/** Whether a value has a relation in it: the ids of a random body name no document. */
function refers(field: FieldDescriptor): boolean {
  switch (field.type) {
    case 'relationship':
      return true;
    case 'group':
    case 'array':
      return field.fields.some(refers);
    case 'blocks':
      return field.blocks.some((block) => block.fields.some(refers));
    default:
      return false;
  }
}

function isNeeded(field: FieldDescriptor): boolean {
  return field.type === 'group' ? field.fields.some(isNeeded) : field.required === true;
}

/**
 * Whether a response holds what was sent. It may add ids of rows and empty fields, and write a time or colour
 * in its own form.
 */
function holds(received: unknown, sent: unknown): boolean {
  if (Array.isArray(sent))
    return Array.isArray(received) && sent.every((one, index) => holds(received[index], one));
  if (typeof sent === 'object' && sent !== null) {
    const given = (received ?? {}) as Readonly<Record<string, unknown>>;
    return Object.entries(sent).every(([name, value]) => holds(given[name], value));
  }
  if (sent === null) return isEmpty(received);
  if (typeof sent !== 'string' || typeof received !== 'string') return received === sent;
  const isTime = /^\d{4}-\d\d-\d\dT/.test(sent);
  return isTime ? Date.parse(sent) === Date.parse(received) : received.toLowerCase() === sent.toLowerCase();
}

/** An empty group is an object of empty fields, an empty list a list. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.values(value).every(isEmpty)
    : value === null || value === undefined;
}

/** docs/spec/contract.md#client: slugs become camelCase names. */
function camelCase(slug: string): string {
  return slug
    .replace(/[-_]+([a-z0-9])/g, (_, next: string) => next.toUpperCase())
    .replace(/[^A-Za-z0-9]/g, '');
}
