/** Checks what an extension of the dashboard names: paths, icons, roles, collections and fields. */
import { iconNames } from '../../runtime/config/icon-name.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import {
  type Check,
  callback,
  checkOptions,
  isPlainObject,
  listOf,
  must,
  objectOf,
  oneOf,
  type PlainObject,
  translated,
  words,
} from '../../runtime/config/validate/checks.js';
import {
  type ConfigIssue,
  createProblems,
  inside,
  type Place,
  type Problems,
  root,
} from '../../runtime/config/validate/problem.js';
import { quoted, showValue } from '../../runtime/config/validate/show-value.js';
import { nearestName } from '../../runtime/util/near-miss.js';
import type { Ir, IrField } from '../ir/ir.js';
import { fieldPlaces } from '../load/field-places.js';

const icon = oneOf(iconNames);

/** Parts of a page's address. A dot would make it the address of a file. */
const pagePath = /^(?:[a-z0-9][a-z0-9-]*|:[a-zA-Z]\w*)(?:\/(?:[a-z0-9][a-z0-9-]*|:[a-zA-Z]\w*)){0,4}$/;

const maxParts = 12;

const path: Check = (value, place, problems) => {
  if (typeof value === 'string' && pagePath.test(value)) return;
  const example = '"figures" or "orders/:id"';
  problems.add(
    place,
    `must be a path of lower-case letters, digits and hyphens such as ${example}, not ${showValue(value)}`,
  );
};

const href: Check = (value, place, problems) => {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol === 'https:') return;
  problems.add(place, `must be an address that begins with https://, not ${showValue(value)}`);
};

/** A component may be an object: React.memo and React.lazy return one. */
const component: Check = must(
  'a component',
  (value) => typeof value === 'function' || (typeof value === 'object' && value !== null),
);

const actionName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const widgetName = /^[a-zA-Z][\w-]*$/;

/** Adds what is wrong in the default export of an extension. */
export function checkExtension(extension: unknown, ir: Ir, problems: Problems): void {
  if (!isPlainObject(extension)) {
    problems.add(
      root,
      `the default export must be made by defineAdmin({ ... }), not ${showValue(extension)}`,
    );
    return;
  }
  const roles = listOf(ir.contract.auth ? oneOf(Object.keys(ir.contract.auth.roles)) : words);
  const shown = { title: translated, icon, group: translated, roles };
  const page = objectOf({
    options: { ...shown, path, component, navigation: must('false', (value) => value === false) },
    required: ['path', 'title', 'component'],
  });
  const part = objectOf({
    options: { title: translated, roles, component },
    required: ['title', 'component'],
  });
  const options: Readonly<Record<string, Check>> = {
    pages: listOf(page),
    navigation: listOf(linkCheck(extension, ir, roles)),
    cells: cellsCheck(ir),
    actions: listOf(actionCheck(ir, roles)),
    widgets: namedComponents,
    overview: (value, place, all) => {
      listOf(part)(value, place, all);
      if (Array.isArray(value) && value.length > maxParts)
        all.add(place, `must have at most ${maxParts} parts`);
    },
  };
  checkOptions(extension, { options, noun: 'the extension' }, root, problems);
  repeated(extension, 'pages', ({ path: own }) => String(own).replace(/:\w+/g, ':'), problems);
  repeated(extension, 'actions', ({ collection, name }) => `${collection}: ${name}`, problems);
  const twice = Object.keys(objectIn(extension, 'widgets')).filter((name) =>
    Object.hasOwn(ir.branding?.widgets ?? {}, name),
  );
  for (const name of twice)
    problems.add(inside(inside(root, 'widgets'), name), 'is also one of admin.widgets of the config');
}

/** The fields of a config whose `admin.widget` nothing draws. */
export function unknownWidgets(extension: unknown, config: ServiceConfig): readonly ConfigIssue[] {
  const { widgets = {} } = config.admin || {};
  const names = [
    ...Object.keys(isPlainObject(extension) ? objectIn(extension, 'widgets') : {}),
    ...Object.keys(widgets),
  ];
  const problems = createProblems();
  for (const { field, place } of fieldPlaces({ ...config })) {
    const { widget } = objectIn(field, 'admin');
    if (typeof widget !== 'string' || names.includes(widget)) continue;
    problems.add(
      inside(inside(place, 'admin'), 'widget'),
      `names ${quoted(widget)}, which is neither a widget of the extension nor one of the config's admin.widgets`,
      nearestName(widget, names),
    );
  }
  return problems.all;
}

function objectIn(owner: PlainObject, name: string): PlainObject {
  const value = owner[name];
  return isPlainObject(value) ? value : {};
}

/** Reports entries of a list that have the key of an earlier one. */
function repeated(
  extension: PlainObject,
  name: string,
  keyOf: (entry: PlainObject) => string,
  problems: Problems,
): void {
  const value = extension[name];
  const keys = (Array.isArray(value) ? value : []).map((entry) =>
    isPlainObject(entry) ? keyOf(entry) : null,
  );
  for (const [position, key] of keys.entries()) {
    if (key === null || keys.indexOf(key) === position) continue;
    problems.add(
      inside(inside(root, name), position),
      `repeats ${quoted(key)} of ${name}[${keys.indexOf(key)}]`,
    );
  }
}

function linkCheck(extension: PlainObject, ir: Ir, roles: Check): Check {
  const { pages } = extension;
  const fixed = (Array.isArray(pages) ? pages : []).flatMap((page) =>
    isPlainObject(page) && typeof page['path'] === 'string' && !page['path'].includes(':')
      ? [page['path']]
      : [],
  );
  const options = {
    ...{ label: translated, icon, group: translated, roles },
    ...{ page: oneOf(fixed), collection: slugCheck(ir), where: must('a filter', isPlainObject), href },
  };
  return (value, place, problems) => {
    objectOf({ options, required: ['label'] })(value, place, problems);
    if (!isPlainObject(value)) return;
    const targets = ['page', 'collection', 'href'].filter((name) => value[name] !== undefined);
    if (targets.length !== 1) problems.add(place, 'must have one of page, collection and href');
    if (value['where'] !== undefined && value['collection'] === undefined)
      problems.add(inside(place, 'where'), 'filters a collection, and there is none');
  };
}

function slugCheck({ collections }: Ir): Check {
  return oneOf(collections.map(({ descriptor }) => descriptor.slug));
}

function actionCheck(ir: Ir, roles: Check): Check {
  return objectOf({
    options: {
      ...{ collection: slugCheck(ir), label: translated, icon, confirm: translated, roles, run: callback },
      on: oneOf(['document', 'selection']),
      name: must(
        'lower-case letters, digits and hyphens',
        (value) => typeof value === 'string' && actionName.test(value),
      ),
    },
    required: ['collection', 'name', 'label', 'run'],
  });
}

const namedComponents: Check = (value, place, problems) => {
  if (!isPlainObject(value)) {
    problems.add(place, `must be an object of components by name, not ${showValue(value)}`);
    return;
  }
  for (const [name, own] of Object.entries(value)) {
    if (widgetName.test(name)) component(own, inside(place, name), problems);
    else problems.add(place, `has the name ${quoted(name)}: a name has letters, digits, - and _`);
  }
};

function cellsCheck(ir: Ir): Check {
  return (value, place, problems) => {
    if (!isPlainObject(value)) {
      problems.add(place, `must be an object of collections, not ${showValue(value)}`);
      return;
    }
    for (const [slug, cells] of Object.entries(value)) {
      const collection = ir.collections.find(({ descriptor }) => descriptor.slug === slug);
      if (collection === undefined) slugCheck(ir)(slug, inside(place, slug), problems);
      else fieldCells(cells, allFields(collection.fields), inside(place, slug), problems);
    }
  };
}

function fieldCells(cells: unknown, fields: readonly IrField[], place: Place, problems: Problems): void {
  const options = Object.fromEntries(fields.map(({ descriptor }) => [descriptor.path, component]));
  objectOf({ options })(cells, place, problems);
}

function allFields(fields: readonly IrField[]): readonly IrField[] {
  return fields.flatMap((field) => [
    field,
    ...allFields(field.fields),
    ...field.blocks.flatMap((block) => allFields(block.fields)),
  ]);
}
