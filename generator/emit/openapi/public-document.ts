/** The document for partners: the operations of some tags, with all that they refer to and nothing else. */
import type {
  OpenAPIObject,
  OperationObject,
  PathItemObject,
  SecurityRequirementObject,
  TagObject,
} from 'openapi3-ts/oas31';
import { ConfigError } from '../../../runtime/errors/config-error.js';
import { nearestName } from '../../../runtime/util/near-miss.js';
import type { Ir } from '../../ir/ir.js';
import { introduction } from './about.js';
import { isCollection } from './documents.js';
import { nameTags, type Tags } from './tags.js';
import { withUsedComponents } from './used-components.js';

/**
 * The tags of the document for partners; null if the config has none. Without a choice of the config they are
 * those of its collections and globals, without users: what others may use, and not what administers it.
 *
 * @throws ConfigError for a tag that no operation has.
 */
export function publicTags(ir: Ir): ReadonlySet<string> | null {
  if (ir.openapi.public === null) return null;
  const tags = nameTags(ir);
  const { tags: chosen } = ir.openapi.public;
  if (chosen === null) return new Set(contentTags(ir, tags));
  const known = tags.objects.map(({ name }) => name);
  const issues = chosen.filter((tag) => !known.includes(tag)).map((tag) => unknownTag(tag, known));
  if (issues.length > 0) throw new ConfigError(issues);
  return new Set(chosen);
}

function contentTags(ir: Ir, tags: Tags): readonly string[] {
  return [...ir.collections, ...ir.globals]
    .filter((document) => !isCollection(document) || document.descriptor.builtIn === undefined)
    .map(tags.of);
}

function unknownTag(tag: string, known: readonly string[]): ConfigError['issues'][number] {
  const near = nearestName(tag, known);
  return {
    file: null,
    line: null,
    path: 'openapi.public.tags',
    message: `names the unknown tag ${JSON.stringify(tag)}. Tags are ${known.join(', ')}.`,
    ...(near !== null && { suggestion: near }),
  };
}

/** The part of the whole document that has these tags. */
export function publicDocument(whole: OpenAPIObject, shown: ReadonlySet<string>, ir: Ir): OpenAPIObject {
  const hasAccounts = shown.has(nameTags(ir).auth);
  const paths = Object.entries(whole.paths ?? {}).flatMap(([path, item]) => {
    const kept = shownItem(item, shown, hasAccounts);
    return kept === null ? [] : [[path, kept] as const];
  });
  const document = withUsedComponents({
    ...whole,
    info: { ...whole.info, description: introduction(ir.contract, hasAccounts) },
    tags: (whole.tags ?? []).filter(({ name }: TagObject) => shown.has(name)),
    'x-tagGroups': shownGroups(whole['x-tagGroups'] as Tags['groups'], shown),
    paths: Object.fromEntries(paths),
  });
  return withUsedSchemes(document);
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The path with those of its operations that have a shown tag; null if none has. */
function shownItem(
  item: PathItemObject,
  shown: ReadonlySet<string>,
  hasAccounts: boolean,
): PathItemObject | null {
  const kept: PathItemObject = { ...item };
  let count = 0;
  for (const method of methods) {
    const operation = item[method];
    if (operation?.tags?.some((tag) => shown.has(tag))) {
      kept[method] = hasAccounts ? operation : forPrograms(operation);
      count += 1;
    } else {
      delete kept[method];
    }
  }
  return count === 0 ? null : kept;
}

/** A document without the endpoints of logins has no use for their cookies and tokens: it takes API keys. */
function forPrograms(operation: OperationObject): OperationObject {
  const { security } = operation;
  if (security === undefined || !security.some((one) => 'apiKey' in one)) return operation;
  return {
    ...operation,
    security: security.filter((one) => 'apiKey' in one || Object.keys(one).length === 0),
  };
}

function shownGroups(groups: Tags['groups'], shown: ReadonlySet<string>): Tags['groups'] {
  return groups
    .map(({ name, tags }) => ({ name, tags: tags.filter((tag) => shown.has(tag)) }))
    .filter(({ tags }) => tags.length > 0);
}

function withUsedSchemes(document: OpenAPIObject): OpenAPIObject {
  const { securitySchemes = {}, ...components } = document.components ?? {};
  const required = Object.values(document.paths ?? {}).flatMap((item: PathItemObject) =>
    methods.flatMap((method): readonly SecurityRequirementObject[] => item[method]?.security ?? []),
  );
  const used = new Set(required.flatMap((one) => Object.keys(one)));
  const schemes = Object.entries(securitySchemes).filter(([name]) => used.has(name));
  return {
    ...document,
    components: {
      ...components,
      ...(schemes.length > 0 && { securitySchemes: Object.fromEntries(schemes) }),
    },
  };
}
