import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import standardFormats from 'ajv-formats';
import { parseUrl } from '../../runtime/util/parse-url.js';

/** Checks a value against the schema at a JSON pointer. Returns the issues; empty if the value is valid. */
export type SchemaCheck = (pointer: string, value: unknown) => readonly string[];

/** Keywords of OpenAPI that do not affect validity. */
const annotations = ['discriminator', 'example', 'externalDocs', 'xml'];

export interface SchemaCheckOptions {
  /** Checks of formats that replace the standard ones. */
  readonly formats?: Readonly<Record<string, (value: string) => boolean>>;
}

/** Checks values strictly by JSON Schema 2020-12. Each schema is compiled on first use. */
export function createSchemaCheck(document: object, { formats = {} }: SchemaCheckOptions = {}): SchemaCheck {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allErrors: true,
    // A field may be called `constructor` or `toString`.
    ownProperties: true,
  });
  // The document itself is not a schema, so its own keys are registered as keywords without effect.
  ajv.addVocabulary([...annotations, ...Object.keys(document)]);
  standardFormats.default(ajv);
  // Browsers and servers accept more than RFC 3986 allows (`https://exämple.org`), and so does the service.
  ajv.addFormat('uri', (value: string) => parseUrl(value) !== null);
  ajv.addFormat('color', /^#(?:[\da-f]{6}|[\da-f]{8})$/i);
  for (const [name, isValid] of Object.entries(formats)) ajv.addFormat(name, isValid);
  ajv.addSchema(document, 'openapi', undefined, false);
  const compiled = new Map<string, ValidateFunction>();

  return function check(pointer, value) {
    let validate = compiled.get(pointer);
    if (!validate) {
      validate = ajv.compile({ $ref: `openapi#${encodeURI(pointer)}` });
      compiled.set(pointer, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message = '', params }) => {
      return `${instancePath || '(whole)'} ${message} ${JSON.stringify(params)}`;
    });
  };
}

/** One step of a JSON pointer. */
export function step(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The same document with schemas of which no property is required. */
export function withoutRequired<Document extends object>(document: Document): Document {
  const text = JSON.stringify(document, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('required' in value)) return value;
    if (!Array.isArray(value.required)) return value;
    const { required: _required, ...rest } = value;
    return rest;
  });
  return JSON.parse(text) as Document;
}
