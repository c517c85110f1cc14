import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type Handlebars from 'handlebars';
import { packageRoot } from '../../util/package-root.js';
import type { OpenApiDocument } from './openapi-document.js';
import { type ReferenceView, referenceView } from './reference-view.js';

/** The API reference: a page and its style sheet, rendered. */
export interface ReferencePage {
  readonly html: Buffer;
  readonly css: Buffer;
}

export interface ReferenceOptions {
  /** Public URL of the server, for the examples. Default: the one in the document. */
  readonly baseUrl?: string | null;
}

const folder = join(packageRoot, 'templates/docs');
const partials = ['property', 'properties', 'parameter', 'type'];
/** Number of schemas rendered in one go, small enough not to delay other requests. */
const schemasAtOnce = 40;

/**
 * Renders the reference of an OpenAPI document that svc emitted. Takes some milliseconds for each collection,
 * and lets other requests run in between; call it once.
 */
export async function createReferencePage(
  openapi: OpenApiDocument,
  { baseUrl = null }: ReferenceOptions = {},
): Promise<ReferencePage> {
  const templates = await loadTemplates();
  const view = referenceView(openapi, baseUrl ?? documentedUrl(openapi));
  const sections: string[] = [];
  for (const tag of view.groups.flatMap(({ tags }) => tags)) {
    sections.push(templates.tag({ ...tag, operations: tag.operations() }));
    await setImmediate();
  }
  const schemas: string[] = [];
  for (let start = 0; start < view.schemas.length; start += schemasAtOnce) {
    const some = view.schemas.slice(start, start + schemasAtOnce);
    schemas.push(templates.schemas(some.map((schema) => schema())));
    await setImmediate();
  }
  const html = templates.page({ ...pageTexts(view), sections: sections.join(''), schemas: schemas.join('') });
  return { html: Buffer.from(html), css: readFileSync(join(folder, 'style.css')) };
}

interface Templates {
  page(view: object): string;
  tag(view: object): string;
  schemas(view: object): string;
}

async function loadTemplates(): Promise<Templates> {
  const { default: handlebars } = await import('handlebars');
  const environment = handlebars.create();
  for (const name of partials) environment.registerPartial(name, source(name));
  const compile = (name: string): Handlebars.TemplateDelegate =>
    environment.compile(source(name), { knownHelpersOnly: true, preventIndent: true });
  return { page: compile('page'), tag: compile('tag'), schemas: compile('schemas') };
}

function source(name: string): string {
  return readFileSync(join(folder, `${name}.hbs`), 'utf8').trimEnd();
}

function documentedUrl({ servers = [] }: OpenApiDocument): string {
  const [server] = servers;
  return server?.url.startsWith('http') ? server.url : 'http://localhost:3000';
}

function pageTexts(view: ReferenceView): object {
  return {
    ...view,
    shortVersion: view.version.slice(0, 12),
    sdkSetup: sdkSetup(view.baseUrl),
  };
}

function sdkSetup(baseUrl: string): string {
  return `import { createClient } from './generated/sdk/index.js';\n\nconst client = createClient({ baseUrl: '${baseUrl}' });`;
}
