import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import standardFormats from 'ajv-formats';

/** Checks a value against a schema anywhere in the document; answers what is wrong, nothing when it fits. */
export type SchemaCheck = (pointer: string, value: unknown) => readonly string[];

/** Keywords of OpenAPI that say nothing about validity. */
const annotations = ['discriminator', 'example', 'externalDocs', 'xml'];

export interface SchemaCheckOptions {
  /** Meanings of formats that differ from the standard ones. */
  readonly formats?: Readonly<Record<string, (value: string) => boolean>>;
}

/** Checks values strictly by JSON Schema 2020-12, each schema compiled when it is first needed. */
export function createSchemaCheck(document: object, { formats = {} }: SchemaCheckOptions = {}): SchemaCheck {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allErrors: true,
    // A field may be called `constructor` or `toString`.
    ownProperties: true,
  });
  // The document itself is no schema; its own keys mean nothing to one.
  ajv.addVocabulary([...annotations, ...Object.keys(document)]);
  standardFormats.default(ajv);
  // Browsers and servers take more than RFC 3986 does (`https://exämple.org`), and so does the service.
  ajv.addFormat('uri', (value: string) => URL.canParse(value));
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
