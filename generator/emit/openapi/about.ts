import type { ContractDescriptor } from '../../../runtime/codegen/descriptors.js';

/** The introduction: what applies to every route, so that operations need not repeat it. */
export function introduction({ limits, auth }: Pick<ContractDescriptor, 'limits' | 'auth'>): string {
  return `\
Documents are JSON. Every document has an \`id\`, times of creation and change, and a \`_revision\` that grows by one with each write.

**Reading.** An empty field is \`null\`, an empty list \`[]\`; nothing is left out unless \`select\` says so. Relations are ids; with \`depth\` they are documents, or \`null\` where there is none to show. HEAD answers like GET without a body.

**Filters.** \`where\` is a JSON object: \`{"title":{"contains":"sea"}}\`. A plain value means \`equals\`, \`null\` means empty. Conditions in one object must all hold; \`AND\` and \`OR\` take arrays of such objects. Dotted paths reach into groups (\`seo.title\`), through relations (\`author.name\`) and into rows; what one object asks there holds for one and the same document or row. Operators: \`equals\`, \`not_equals\`, \`in\`, \`not_in\`, \`gt\`, \`gte\`, \`lt\`, \`lte\`, \`contains\`, \`not_contains\`, \`exists\` and \`within\`, as far as they fit the field.

**Lists.** \`page\` and \`limit\` number pages; \`cursor\` walks a list of any length at a steady price. \`sort\` names fields, with \`_desc\` or \`_asc\`. A filter that is too long for a URL goes to \`POST /api/{slug}/query\` as a JSON body.

**Writing.** Unknown fields are refused. \`If-Match\` with the \`ETag\`, or \`_revision\` in the body of a change, refuses the write with 409 when somebody else was faster; without them the last write wins, field by field. A body has at most ${limits.bodyBytes} bytes and nests at most 64 levels; text is Unicode without NUL.

**Errors.** \`{ "error": "...", "code": "..." }\`, with \`details\` where a field or parameter is at fault. Unknown query parameters are errors. An unknown path answers 404 \`NOT_FOUND\`, a method that a path does not take 405 \`METHOD_NOT_ALLOWED\` with the header \`Allow\`; OPTIONS answers 204 with it.
${auth ? credentials : ''}`;
}

const credentials = `
**Credentials.** \`POST /api/auth/login\` sets the cookies of a session; programs use an API key, as \`X-API-Key\` or \`Authorization: Bearer\`. A credential that is presented but not valid is 401 \`UNAUTHENTICATED\`, not treated as anonymous; renew a session with \`POST /api/auth/refresh\`. What a credential does not allow is 403 \`FORBIDDEN\`, and a document that the requester may not see 404. Fields that the requester may not read are left out. Writes with cookies have to come from the service's own pages or from a trusted origin. Too many requests are 429 \`RATE_LIMITED\` with \`Retry-After\`.
`;
