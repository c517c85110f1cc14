import type { ISpecificationExtension, ResponseObject } from 'openapi3-ts/oas31';
import { errorCodes } from '../../../runtime/errors/codes.js';
import type { Context } from './context.js';
import { errorBody, errorResponse } from './errors.js';
import { answerHeaders, type HeaderName, headerObject } from './headers.js';

/**
 * What OpenAPI has no place for: answers that belong to no operation, and the table of all error codes. Extensions, so
 * that tools which do not know them pass over them; written out, since tools do not follow references from there.
 */
export function besideOperations(context: Context): ISpecificationExtension {
  return {
    'x-beside-operations': {
      unknownPath: { 404: errorResponse('NotFound', context) },
      unknownMethod: { 405: methodNotAllowed(context) },
      options: { 204: allowed(context) },
    },
    'x-error-codes': errorCodes,
  };
}

function methodNotAllowed(context: Context): ResponseObject {
  return {
    description: 'The path does not take this method.',
    headers: { Allow: headerObject('Allow'), ...answerHeaders([], context) },
    content: { 'application/json': { schema: errorBody('MethodNotAllowed', context) } },
  };
}

/** OPTIONS: what a path takes, and where other origins are let in, what browsers ask before they send a request. */
function allowed(context: Context): ResponseObject {
  const names: readonly HeaderName[] = context.ir.cors
    ? ['Access-Control-Allow-Methods', 'Access-Control-Allow-Headers', 'Access-Control-Max-Age']
    : [];
  const preflight = Object.fromEntries(names.map((name) => [name, headerObject(name)]));
  // Only one of the two questions is answered, so no header is in every answer.
  const allow = { ...headerObject('Allow'), required: false };
  return {
    description: 'The methods that the path takes.',
    headers: { Allow: allow, ...preflight, ...answerHeaders([], context) },
  };
}
