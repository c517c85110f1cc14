import { markdownToHtml, markdownToInlineHtml } from './markdown.js';
import {
  type HttpMethod,
  isReference,
  type OpenApiDocument,
  type Operation,
  referenceName,
  type Schema,
} from './openapi-document.js';
import {
  type LocatedOperation,
  type OperationContext,
  type OperationView,
  operationView,
  type ParameterRow,
  parameterRow,
  resolved,
} from './operation-view.js';
import { type PropertyRow, propertyRow, propertyRows } from './property-rows.js';
import { type TypePart, typeParts } from './type-parts.js';

/** The data of the template. */
export interface ReferenceView {
  readonly title: string;
  readonly version: string;
  /** HTML. */
  readonly introduction: string;
  readonly baseUrl: string;
  readonly groups: readonly TagGroup[];
  readonly parameters: readonly (ParameterRow & { readonly id: string })[];
  readonly headers: readonly PropertyRow[];
  readonly errors: readonly ErrorRow[];
  /** Created when it is rendered, like the contents of tags: a large document is rendered piece by piece. */
  readonly schemas: readonly (() => SchemaView)[];
}

interface TagGroup {
  readonly name: string;
  readonly tags: readonly TagView[];
}

export interface TagView {
  readonly id: string;
  readonly name: string;
  /** HTML. */
  readonly description: string;
  readonly operations: () => readonly OperationView[];
}

interface ErrorRow {
  readonly code: string;
  readonly status: number;
  /** HTML. */
  readonly when: string;
}

export interface SchemaView {
  readonly name: string;
  /** HTML. */
  readonly description: string;
  readonly type: readonly TypePart[];
  readonly rows: readonly PropertyRow[];
}

const methods: readonly HttpMethod[] = ['get', 'post', 'patch', 'delete'];

/** Returns the content of the page, from the document alone. */
export function referenceView(document: OpenApiDocument, baseUrl: string): ReferenceView {
  const { info, components = {} } = document;
  const places = operationPlaces(document);
  const context: OperationContext = {
    document,
    baseUrl,
    commonHeaders: commonHeaders(places, document),
    known: knownValues(places),
  };
  return {
    title: info.title,
    version: info.version,
    introduction: markdownToHtml(info.description ?? ''),
    baseUrl,
    groups: tagGroups(places, context),
    parameters: Object.entries(components.parameters ?? {}).map(([id, parameter]) => ({
      id,
      ...parameterRow(parameter),
    })),
    headers: Object.entries(components.headers ?? {}).map(([name, header]) =>
      propertyRow(
        { ...header.schema, description: header.description ?? '' },
        { name, isRequired: header.required === true },
      ),
    ),
    errors: Object.entries(document['x-error-codes'] ?? {}).map(([code, { status, when }]) => ({
      code,
      status,
      when: markdownToInlineHtml(when),
    })),
    schemas: Object.entries(components.schemas ?? {}).map(
      ([name, schema]) =>
        () =>
          schemaView(name, schema),
    ),
  };
}

function operationPlaces({ paths }: OpenApiDocument): readonly LocatedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, item, operation }] : [];
    }),
  );
}

function tagGroups(places: readonly LocatedOperation[], context: OperationContext): readonly TagGroup[] {
  const { document } = context;
  const tags = document.tags ?? [];
  const groups = document['x-tagGroups'] ?? [{ name: 'Operations', tags: tags.map(({ name }) => name) }];
  const byTag = new Map<string, LocatedOperation[]>();
  for (const place of places) {
    const [tag = ''] = place.operation.tags ?? [];
    byTag.set(tag, [...(byTag.get(tag) ?? []), place]);
  }
  const ids = createAnchors('tag');
  const views = new Map(
    tags.map(({ name, description = '' }) => [
      name,
      {
        id: ids(name),
        name,
        description: markdownToHtml(description),
        operations: () => (byTag.get(name) ?? []).map((place) => operationView(place, context)),
      } satisfies TagView,
    ]),
  );
  return groups.map(({ name, tags: names }) => ({
    name,
    tags: names.flatMap((tag) => views.get(tag) ?? []),
  }));
}

/** Returns the headers that every response of every operation has. */
function commonHeaders(places: readonly LocatedOperation[], document: OpenApiDocument): ReadonlySet<string> {
  const answers = places.flatMap(({ operation }) => Object.values(operation.responses));
  const lists = answers.map((answer) => Object.keys(resolved(answer, document).headers ?? {}));
  const [first = [], ...others] = lists;
  return new Set(first.filter((name) => others.every((names) => names.includes(name))));
}

/** Example bodies of creates, by the schema of the response: its sample then shows the same values. */
function knownValues(places: readonly LocatedOperation[]): OperationContext['known'] {
  return new Map(places.flatMap(({ operation }) => createdValues(operation)));
}

function createdValues({
  responses,
  requestBody,
}: Operation): readonly (readonly [string, Readonly<Record<string, unknown>>])[] {
  const created = responses['201'];
  const reference =
    created && !isReference(created) ? created.content?.['application/json']?.schema?.$ref : undefined;
  const example = requestBody?.content['application/json']?.example;
  if (reference === undefined || typeof example !== 'object' || example === null) return [];
  return [[referenceName(reference), { ...example }]];
}

function schemaView(name: string, schema: Schema): SchemaView {
  const { description = '', ...rest } = schema;
  return {
    name,
    description: markdownToHtml(description),
    type: rest.properties ? [] : typeParts(rest),
    rows: rest.properties ? propertyRows(unmarked(rest)) : [],
  };
}

/** If all properties are always present, marking each of them would only be noise. */
function unmarked(schema: Schema): Schema {
  const { properties = {}, required = [] } = schema;
  return Object.keys(properties).length === required.length ? { ...schema, required: [] } : schema;
}

/**
 * Returns a function that makes anchors of labels: `tag-site-settings`, with a number if that is already in
 * use.
 */
function createAnchors(prefix: string): (label: string) => string {
  const taken = new Set<string>();
  return function anchor(label) {
    const wanted = `${prefix}-${label
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')}`;
    let free = wanted;
    for (let number = 2; taken.has(free); number += 1) free = `${wanted}-${number}`;
    taken.add(free);
    return free;
  };
}
