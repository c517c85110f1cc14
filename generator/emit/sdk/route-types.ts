import type { JsonObject } from '../../../runtime/util/json.js';
import type { IrRoute } from '../../ir/ir.js';
import { array, type Code, code, docComment, key, objectType, raw, string, union } from '../../print/code.js';
import { coreType, routeType } from './core-names.js';
import { schemaType } from './schema-type.js';

/** `Routes`: a method for each route of the config. */
export function routesInterface(routes: readonly IrRoute[]): Code {
  const members = routes.map((route) => {
    const { descriptor, summary, description } = route;
    const comment = description === null ? summary : `${summary}\n\n${description}`;
    return code`${docComment(comment)}${key(descriptor.id)}(${inputParameter(route)}, options?: ${coreType('CallOptions')}): ${routeType('RouteResult')}<${resultType(route)}, Safe>`;
  });
  return code`${docComment('The routes of this project, by id.')}export interface Routes<Safe extends boolean = false> ${objectType(members, { broken: true })}`;
}

/** The table that the client makes the methods of. */
export function routeTable(routes: readonly IrRoute[]): Code {
  return array(
    routes.map(({ descriptor: { id, method, path } }) =>
      array([string(id), string(method), string(path.slice('/api/'.length))]),
    ),
  );
}

function inputParameter(route: IrRoute): Code {
  const { query, body } = route;
  const params = paramsType(route);
  const members = [
    ...(params === null ? [] : [code`readonly params: ${params}`]),
    ...(query === null ? [] : [code`readonly query${raw(needsAny(query) ? '' : '?')}: ${schemaType(query)}`]),
    ...(body === null ? [] : [code`readonly body: ${schemaType(body)}`]),
  ];
  const isRequired = params !== null || body !== null || (query !== null && needsAny(query));
  return code`input${raw(isRequired ? '' : '?')}: ${members.length > 0 ? objectType(members) : raw('Readonly<Record<string, never>>')}`;
}

/** Parameters of a path without a schema are texts. */
function paramsType({ pathParams, params }: IrRoute): Code | null {
  if (pathParams.length === 0) return null;
  if (params !== null) return schemaType(params);
  return objectType(pathParams.map((name) => code`readonly ${key(name)}: string`));
}

function needsAny({ required }: JsonObject): boolean {
  return Array.isArray(required) && required.length > 0;
}

function resultType({ responses }: IrRoute): Code {
  return union(
    Object.values(responses).map((schema) => (schema === null ? raw('void') : schemaType(schema))),
  );
}
