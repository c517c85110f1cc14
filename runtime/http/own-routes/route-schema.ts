import type { RouteSchema } from '../../config/route-config.js';
import { reason } from '../../errors/reasons/reason.js';
import { type Issue, issueAt } from '../../errors/service-error.js';
import { echo } from '../../fields/input-issue.js';
import { textOfIssue, type ZodIssue } from './zod-reason.js';

/** What zod 4 schemas have in common with others (standardschema.dev). */
interface StandardSchema {
  readonly '~standard': {
    validate(value: unknown): StandardResult | Promise<StandardResult>;
  };
}

interface StandardResult {
  readonly value?: unknown;
  readonly issues?: readonly StandardIssue[] | undefined;
}

interface StandardIssue extends ZodIssue {
  /** Of `unrecognized_keys`. */
  readonly keys?: readonly string[];
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The value as the schema returns it, or what is wrong with it. */
export type SchemaResult = { readonly value: unknown } | { readonly issues: readonly Issue[] };

/** Applies a schema, which may be asynchronous. `whole` names the value in issues about all of it. */
export async function applySchema(schema: RouteSchema, value: unknown, whole: string): Promise<SchemaResult> {
  // zod is not loaded here: its schemas bring their own code.
  const found = await (schema as unknown as StandardSchema)['~standard'].validate(value);
  if (found.issues === undefined) return { value: found.value };
  return { issues: found.issues.flatMap((issue) => issuesOf(issue, whole)) };
}

function issuesOf(issue: StandardIssue, whole: string): readonly Issue[] {
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));
  // As in the errors of documents: each unknown property has its own issue.
  if (issue.code === 'unrecognized_keys' && issue.keys !== undefined)
    return issue.keys.map((key) => issueAt(echo([...path, key].join('.')), reason('property.unknown', {})));
  return [issueAt(path.length === 0 ? whole : echo(path.join('.')), textOfIssue(issue))];
}

interface Definition {
  readonly type?: unknown;
  readonly innerType?: RouteSchema;
  readonly shape?: Readonly<Record<string, RouteSchema>>;
  readonly catchall?: unknown;
}

function definitionOf(schema: RouteSchema): Definition {
  return (schema._zod as { readonly def?: Definition }).def ?? {};
}

/** The properties of an object schema. */
export function shapeOf(schema: RouteSchema): Readonly<Record<string, RouteSchema>> {
  return definitionOf(schema).shape ?? {};
}

/** Whether an object schema says what becomes of properties that it does not name. */
export function allowsMore(schema: RouteSchema): boolean {
  return definitionOf(schema).catchall !== undefined;
}

/** Whether a property is a list, also if it is optional or has a default. */
export function isList(schema: RouteSchema): boolean {
  const { type, innerType } = definitionOf(schema);
  return type === 'array' || (innerType !== undefined && isList(innerType));
}
