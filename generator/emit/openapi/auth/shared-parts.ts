import type { ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import type { Context } from '../context.js';
import { listParameter, sharedParameter } from '../parameters.js';

export { exampleId } from '../../../fields/example-values.js';

/** Parameters that several endpoints have. */
export interface SharedParts {
  readonly id: ReferenceObject;
  readonly sessionId: ParameterObject;
  readonly page: readonly ReferenceObject[];
}

export function sharedParts(context: Context): SharedParts {
  return {
    id: sharedParameter('id', context),
    sessionId: {
      name: 'id',
      in: 'path',
      required: true,
      description: 'Id of the session.',
      schema: { type: 'string', minLength: 1 },
    },
    page: (['page', 'limit'] as const).map((name) => listParameter(name, context)),
  };
}
