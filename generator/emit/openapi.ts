import { type OpenAPIObject, OpenApiBuilder } from 'openapi3-ts/oas31';
import type { EmittedFile, Ir } from '../ir/ir.js';
import { introduction } from './openapi/about.js';
import { adminPaths } from './openapi/admin/admin-paths.js';
import { authPaths } from './openapi/auth/auth-paths.js';
import { addSecuritySchemes } from './openapi/auth/security-schemes.js';
import { besideOperations } from './openapi/beside-operations.js';
import { serviceBulkPaths } from './openapi/bulk-operations.js';
import { createContext } from './openapi/context.js';
import { documentPaths } from './openapi/document-paths.js';
import { addDocumentSchemas } from './openapi/documents.js';
import { createOperationIds } from './openapi/operation-ids.js';
import { ownPaths } from './openapi/own-routes.js';
import type { PathOptions } from './openapi/paths.js';
import { printJson } from './openapi/print-json.js';
import { publicDocument, publicTags } from './openapi/public-document.js';
import { serviceSearchPaths } from './openapi/search-operation.js';
import { servicePaths } from './openapi/service-paths.js';
import { nameTags } from './openapi/tags.js';
import { withUsedComponents } from './openapi/used-components.js';
import { viewPaths } from './openapi/view-operations.js';

/** `openapi.json`: the whole HTTP interface of the generated server; and the part of it for partners. */
export function emitOpenApi(ir: Ir): readonly EmittedFile[] {
  const whole = buildOpenApi(ir);
  const shown = publicTags(ir);
  return [
    { path: 'openapi.json', content: printJson(whole) },
    ...(shown === null
      ? []
      : [{ path: 'openapi.public.json', content: printJson(publicDocument(whole, shown, ir)) }]),
  ];
}

/** The document as an object. */
export function buildOpenApi(ir: Ir): OpenAPIObject {
  const context = createContext(ir);
  const tags = nameTags(ir);
  const takeId = createOperationIds();
  const options = (tag: string): PathOptions => ({ tag, takeId });

  const { auth } = ir.contract;
  for (const document of [...ir.collections, ...ir.globals]) addDocumentSchemas(document, context);
  const users = ir.collections.find(({ descriptor }) => descriptor.builtIn === 'users');
  const paths = [
    ...[...ir.collections, ...ir.globals].map((document) =>
      documentPaths(document, options(tags.of(document)), context),
    ),
    ...(auth && users
      ? [
          authPaths(
            auth,
            { tags: { auth: tags.auth, users: tags.of(users), system: tags.system }, takeId },
            context,
          ),
        ]
      : []),
    ownPaths(options(tags.routes), context),
    adminPaths(options(tags.dashboard), context),
    serviceBulkPaths(options(tags.service), context),
    serviceSearchPaths(options(tags.service), context),
    viewPaths(options(tags.service), context),
    servicePaths(options(tags.service), context),
  ];

  const builder = OpenApiBuilder.create({
    openapi: '3.1.1',
    info: {
      title: ir.contract.name,
      version: ir.contract.hash,
      description: introduction(ir.contract),
      ...(ir.openapi.contact && { contact: { ...ir.openapi.contact } }),
      // The licence of a user's API is not known here; the field exists since linters require one.
      license: { name: 'Not stated', identifier: 'LicenseRef-NotStated' },
    },
    servers: [{ url: serverUrl(ir.baseUrl) }],
    security: [],
    tags: [...tags.objects],
    'x-tagGroups': tags.groups,
    ...besideOperations(context),
    paths: {},
    components: {},
  });
  for (const [path, item] of paths.flatMap((group) => Object.entries(group))) builder.addPath(path, item);
  context.components.addTo(builder);
  if (auth) addSecuritySchemes(builder);
  return withUsedComponents(builder.getSpec());
}

/** The public address; without one, or for localhost, the server that the document came from. */
function serverUrl(baseUrl: string | null): string {
  if (baseUrl === null || /^https?:\/\/(localhost|127\.|\[::1\])/.test(baseUrl)) return '/';
  return baseUrl.replace(/\/+$/, '');
}
