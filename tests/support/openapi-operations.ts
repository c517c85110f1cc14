import type { OpenAPIObject, OperationObject } from 'openapi3-ts/oas31';

export interface ListedOperation {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

/** Every operation of a document, path by path. */
export function operationsOf({ paths = {} }: OpenAPIObject): readonly ListedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method: method.toUpperCase(), path, operation }] : [];
    }),
  );
}
