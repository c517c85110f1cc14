import type {
  HeaderObject,
  OpenApiBuilder,
  ParameterObject,
  ReferenceObject,
  ResponseObject,
} from 'openapi3-ts/oas31';
import type { Schema } from './schema.js';

/**
 * The document's shared parts. Each is created at the first reference, so that the document contains only
 * what it uses; `make` runs once per name.
 */
export interface Components {
  schema(name: string, make: () => Schema): ReferenceObject;
  parameter(name: string, make: () => ParameterObject): ReferenceObject;
  header(name: string, make: () => HeaderObject): ReferenceObject;
  response(name: string, make: () => ResponseObject): ReferenceObject;
  /** Adds everything to the document, sorted by name. */
  addTo(builder: OpenApiBuilder): void;
}

export function createComponents(): Components {
  const schemas = shelf<Schema>('schemas');
  const parameters = shelf<ParameterObject>('parameters');
  const headers = shelf<HeaderObject>('headers');
  const responses = shelf<ResponseObject>('responses');
  return {
    schema: schemas.use,
    parameter: parameters.use,
    header: headers.use,
    response: responses.use,
    addTo(builder) {
      for (const [name, schema] of schemas.sorted()) builder.addSchema(name, schema);
      for (const [name, parameter] of parameters.sorted()) builder.addParameter(name, parameter);
      for (const [name, header] of headers.sorted()) builder.addHeader(name, header);
      for (const [name, response] of responses.sorted()) builder.addResponse(name, response);
    },
  };
}

interface Shelf<T> {
  use(name: string, make: () => T): ReferenceObject;
  sorted(): readonly (readonly [string, T])[];
}

function shelf<T>(kind: string): Shelf<T> {
  const items = new Map<string, T>();
  const begun = new Set<string>();
  return {
    use(name, make) {
      // Registered before it is created: a schema may refer to itself.
      if (!begun.has(name)) {
        begun.add(name);
        items.set(name, make());
      }
      return { $ref: `#/components/${kind}/${name}` };
    },
    sorted: () => [...items].sort(([left], [right]) => (left < right ? -1 : 1)),
  };
}
