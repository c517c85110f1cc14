/** The part of an OpenAPI 3.1 document that the reference page shows. */
export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly headers?: Readonly<Record<string, Parameter>>;
    readonly responses?: Readonly<Record<string, Response>>;
  };
  readonly 'x-tagGroups'?: readonly { readonly name: string; readonly tags: readonly string[] }[];
  readonly 'x-error-codes'?: Readonly<Record<string, { readonly status: number; readonly when: string }>>;
}

export type HttpMethod = 'get' | 'post' | 'patch' | 'delete';

export type PathItem = Readonly<Partial<Record<HttpMethod, Operation>>> & {
  readonly parameters?: readonly (Parameter | Reference)[];
};

export interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly 'x-codeSamples'?: readonly { readonly label: string; readonly source: string }[];
}

export interface Parameter {
  /** A header among the components has its name as the key. */
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly explode?: boolean;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Parameter | Reference>>;
  readonly content?: Content;
}

export type Content = Readonly<
  Record<string, { readonly schema?: Schema; readonly example?: unknown } | undefined>
>;

export interface Reference {
  readonly $ref: string;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly contentSchema?: Schema;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Returns the last part of a reference: the name of the component. */
export function referenceName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

export function isReference(value: object): value is Reference {
  return '$ref' in value;
}
