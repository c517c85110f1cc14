import type { RouteConfig, RouteSchema, WebResponse } from '../../config/route-config.js';
import type { ApiRequest, Reply } from '../api.js';
import { applySchema } from './route-schema.js';

/** Makes the response of what a handler returned. An unknown shape is an error that names the route. */
export async function replyOf(route: RouteConfig, result: unknown, request: ApiRequest): Promise<Reply> {
  if (isWebResponse(result)) return webReply(result, request);
  const { id, response, responses } = route;
  if (responses !== undefined) {
    const { status, body } = statusAndBody(route, result);
    const schema = responses[status];
    if (schema === undefined)
      throw new Error(`The route ${id} returned the status ${status}, for which it has no schema.`);
    return { status, body: await jsonOf(id, schema, body) };
  }
  if (response !== undefined) return { status: 200, body: await jsonOf(id, response, result) };
  if (result === undefined || result === null) return { status: 204, body: null };
  throw new Error(`The route ${id} returned a value, and has no response schema for it.`);
}

function statusAndBody(
  { id }: RouteConfig,
  result: unknown,
): { readonly status: number; readonly body: unknown } {
  if (
    typeof result === 'object' &&
    result !== null &&
    'status' in result &&
    typeof result.status === 'number'
  )
    return { status: result.status, body: 'body' in result ? result.body : undefined };
  throw new Error(`The route ${id} has several responses, and must return reply(status, body).`);
}

/** The JSON text of a value as the schema returns it: properties that the schema lacks are left out. */
async function jsonOf(id: string, schema: RouteSchema, value: unknown): Promise<string> {
  const result = await applySchema(schema, value, 'the response');
  if ('value' in result) {
    const text: string | undefined = JSON.stringify(result.value);
    if (text !== undefined) return text;
    throw new Error(`The route ${id} returned what JSON cannot hold.`);
  }
  const issues = result.issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw new Error(`The route ${id} returned what its response schema does not allow: ${issues}`);
}

/** By its form, not its class: the `fetch` of a package has a class of its own. */
function isWebResponse(value: unknown): value is WebResponse {
  if (typeof value !== 'object' || value === null) return false;
  const { status, headers, arrayBuffer } = value as Partial<WebResponse>;
  return (
    typeof status === 'number' && typeof arrayBuffer === 'function' && typeof headers?.forEach === 'function'
  );
}

/** Headers of the connection, which the server sets itself. */
const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
]);

function webReply({ status, headers, body }: WebResponse, request: ApiRequest): Reply {
  const own: Record<string, string> = {};
  headers.forEach((value, name) => {
    if (!connectionHeaders.has(name.toLowerCase()))
      own[name === 'content-type' ? 'Content-Type' : name] = value;
  });
  const cookies = headers.getSetCookie();
  // A page of another site must not set cookies by a form.
  if (cookies.length > 0) request.refuseForged();
  return {
    status,
    headers: own,
    ...(cookies.length > 0 && { cookies }),
    body: null,
    ...(body instanceof ReadableStream && { stream: body }),
  };
}
