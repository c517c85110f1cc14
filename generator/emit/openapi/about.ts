import type { ContractDescriptor } from '../../../runtime/codegen/descriptors.js';

/** The introduction: what applies to every route, so that operations need not repeat it. */
export function introduction(
  { limits, auth }: Pick<ContractDescriptor, 'limits' | 'auth'>,
  hasAccounts = true,
): string {
  return `\
Documents are JSON. Every document has an \`id\`, times of creation and change, and a \`_revision\` that grows by one with each write.

**Reading.** An empty field is \`null\`, an empty list is \`[]\`. All fields are returned unless \`select\` names some. Relations are ids. With \`depth\` they are documents, or \`null\` if the requester may not see the document or it no longer exists. HEAD returns the headers of GET without a body.

**Filters.** \`where\` is a JSON object: \`{"title":{"contains":"sea"}}\`. A plain value means \`equals\`, \`null\` means empty. All conditions in one object must match. \`AND\` and \`OR\` take arrays of such objects. Dotted paths lead into groups (\`seo.title\`), through relations (\`author.name\`) and into rows. The conditions of one object must match the same related document or row. Operators: \`equals\`, \`not_equals\`, \`in\`, \`not_in\`, \`gt\`, \`gte\`, \`lt\`, \`lte\`, \`contains\`, \`not_contains\`, \`exists\` and \`within\`. Each field accepts those that fit its type.

**Lists.** \`page\` and \`limit\` select a page. \`cursor\` reads a list of any length at the same cost for each page. \`sort\` names fields, with \`_desc\` or \`_asc\`. Send a filter that is too long for a URL to \`POST /api/{slug}/query\` as a JSON body.

**Writing.** Unknown fields are refused. With \`If-Match\` and the \`ETag\`, or with \`_revision\` in the body of a change, a write is refused with 409 if the document was modified in between. Without them the last write wins, field by field. A body has at most ${limits.bodyBytes} bytes and at most 64 levels of nesting. Text is Unicode without NUL.

**Errors.** \`{ "error": "...", "code": "..." }\`, with \`details\` for each field or parameter that is wrong. Unknown query parameters are errors. An unknown path is 404 \`NOT_FOUND\`. A method that a path does not accept is 405 \`METHOD_NOT_ALLOWED\` with the header \`Allow\`. OPTIONS returns 204 with the same header.
${auth ? credentials(hasAccounts) : ''}`;
}

function credentials(hasAccounts: boolean): string {
  const own = hasAccounts
    ? '`POST /api/auth/login` sets the cookies of a session. Programs send an API key, as `X-API-Key` or `Authorization: Bearer`.'
    : 'Send an API key as `X-API-Key`.';
  const renewal = hasAccounts ? ' Renew a session with `POST /api/auth/refresh`.' : '';
  const cookies = hasAccounts
    ? " Writes with cookies must come from the service's own pages or from a trusted origin."
    : '';
  return `
**Credentials.** ${own} A credential that is not valid is 401 \`UNAUTHENTICATED\`, it does not count as anonymous.${renewal} A request that the credential does not allow is 403 \`FORBIDDEN\`, and a document that the requester may not see is 404. Fields that the requester may not read are left out.${cookies} Too many requests are 429 \`RATE_LIMITED\` with \`Retry-After\`.
`;
}
