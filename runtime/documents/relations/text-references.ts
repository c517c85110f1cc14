import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { isStructured } from '../../fields/structured.js';
import { isDocumentId } from '../../util/ids.js';
import { groupData, isJsonObject, type JsonObject, type JsonValue, ownValue } from '../../util/json.js';
import { rowsOf } from './reference-plan.js';

/** The rich texts of a document whose files are listed as references; other fields are left out. */
export type TextPlan = readonly TextNode[];

/** A rich text. */
export interface TextField {
  readonly kind: 'text';
  readonly name: string;
  readonly field: FieldDescriptor;
  /** Position of the field in the config, as in a reference. */
  readonly site: string;
}

type TextNode =
  | TextField
  | { readonly kind: 'group'; readonly name: string; readonly nodes: TextPlan }
  | { readonly kind: 'rows'; readonly name: string; readonly nodes: TextPlan }
  | { readonly kind: 'blocks'; readonly name: string; readonly blocks: ReadonlyMap<string, TextPlan> };

/** A document with a file that a rich text shows. */
export interface TextReference {
  readonly site: string;
  readonly collection: string;
  readonly id: string;
}

export function createTextPlan(fields: readonly FieldDescriptor[], prefix = ''): TextPlan {
  return fields.flatMap((field) => nodesOf(field, `${prefix}${field.name}`));
}

function nodesOf(field: FieldDescriptor, site: string): TextPlan {
  const { name } = field;
  if (field.type === 'richText') {
    return field.showsFiles === true ? [{ kind: 'text', name, field, site }] : [];
  }
  if (!isStructured(field)) return [];
  switch (field.type) {
    case 'group':
    case 'array': {
      const nodes = createTextPlan(field.fields, `${site}.`);
      return nodes.length === 0 ? [] : [{ kind: field.type === 'group' ? 'group' : 'rows', name, nodes }];
    }
    case 'blocks': {
      const plans = field.blocks.map(
        ({ slug, fields }) => [slug, createTextPlan(fields, `${site}.${slug}.`)] as const,
      );
      return plans.every(([, nodes]) => nodes.length === 0)
        ? []
        : [{ kind: 'blocks', name, blocks: new Map(plans) }];
    }
    case 'relationship':
    case 'upload':
    case 'join':
      return [];
  }
}

/** The rich texts of a plan, those inside rows included. */
export function textFieldsOf(plan: TextPlan): readonly TextField[] {
  return plan.flatMap((node): readonly TextField[] => {
    if (node.kind === 'text') return [node];
    return node.kind === 'blocks'
      ? [...node.blocks.values()].flatMap(textFieldsOf)
      : textFieldsOf(node.nodes);
  });
}

/** What the rich texts of a complete document show. A document that is shown twice is listed twice. */
export function collectTextReferences(plan: TextPlan, data: JsonObject): readonly TextReference[] {
  return plan.flatMap((node): readonly TextReference[] => {
    if (node.kind === 'text') {
      const { name, site } = node;
      return shownBy(ownValue(data, name)).map((shown) => ({ site, ...shown }));
    }
    if (node.kind === 'group') return collectTextReferences(node.nodes, groupData(data, node.name));
    return rowsOf(data, node.name).flatMap((row) => {
      const nodes = node.kind === 'rows' ? node.nodes : node.blocks.get(String(ownValue(row, 'blockType')));
      return collectTextReferences(nodes ?? [], row);
    });
  });
}

/** Longer than any slug: what clients store in a text need not be one. */
const maxSlugLength = 100;

/**
 * The documents that the nodes `upload` of a rich text name (docs/rich-text.md), wherever they are: other
 * editors nest nodes in their own ways. Not recursive, since clients decide how deep a text is.
 */
function shownBy(text: JsonValue | undefined): readonly Omit<TextReference, 'site'>[] {
  const shown: Omit<TextReference, 'site'>[] = [];
  const waiting: (JsonValue | undefined)[] = [text];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (isJsonObject(value) && ownValue(value, 'type') === 'upload') {
      const attributes = ownValue(value, 'attrs');
      const [collection, id] = isJsonObject(attributes)
        ? [ownValue(attributes, 'collection'), ownValue(attributes, 'id')]
        : [];
      if (typeof collection === 'string' && collection.length <= maxSlugLength && isId(id))
        shown.push({ collection, id });
    }
    // One by one: a call takes only so many arguments.
    for (const inner of Object.values(value)) if (typeof inner === 'object') waiting.push(inner);
  }
  return shown;
}

function isId(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && isDocumentId(value);
}
