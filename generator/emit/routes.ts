import type { EmittedFile, Ir, IrCollection, IrGlobal } from '../ir/ir.js';
import {
  braces,
  type Code,
  code,
  docComment,
  identifier,
  object,
  type Printable,
  parenthesised,
} from '../print/code.js';
import { type ImportedName, importedType, importedValue } from '../print/imported-name.js';
import { emittedFile } from './emitted-file.js';
import { collectionRoutesPath, globalRoutesPath } from './route-files.js';
import { constantStem, validatorNames } from './validator-names.js';

const routesType = importedType('Routes', 'svc/runtime');

/** `routes/`: the handlers of each collection and global, and `routes/index.ts` with all of them. */
export function emitRoutes(ir: Ir): readonly EmittedFile[] {
  return [
    ...ir.collections.map((collection) => collectionRoutes(ir, collection)),
    ...ir.globals.map((global) => globalRoutes(ir, global)),
    allRoutes(ir),
  ];
}

/** The constant that a document's route file exports. */
function routesName({ names }: IrCollection | IrGlobal): string {
  return `${constantStem(names)}Routes`;
}

/** Names of the runtime's factories of handlers; those of drafts and versions work for globals too. */
const documentHandlers = {
  list: 'listDocuments',
  query: 'queryDocuments',
  create: 'createDocument',
  read: 'readDocument',
  update: 'updateDocument',
  delete: 'deleteDocument',
} as const;

const draftHandlers = {
  publish: 'publishDocument',
  unpublish: 'unpublishDocument',
  discard: 'discardDraft',
  readSchedule: 'readSchedule',
  cancelSchedule: 'cancelSchedule',
} as const;

const versionHandlers = {
  list: 'listVersions',
  read: 'readVersion',
  restore: 'restoreVersion',
} as const;

/**
 * Handlers for many documents at once. Users have none: their passwords, roles and sessions are decided on
 * one by one.
 */
const manyHandlers = {
  bulk: 'bulkDocuments',
  update: 'updateManyDocuments',
  delete: 'deleteManyDocuments',
} as const;

/** Users have rules of their own. */
const userHandlers = {
  list: 'listUsers',
  query: 'queryUsers',
  create: 'createUser',
  read: 'readUser',
  update: 'updateUser',
  delete: 'deleteUser',
} as const;

type Route = readonly [path: string, methods: Readonly<Record<string, Code>>];

function collectionRoutes(ir: Ir, collection: IrCollection): EmittedFile {
  const { names, descriptor } = collection;
  const handlers = descriptor.builtIn === 'users' ? userHandlers : documentHandlers;
  const path = `/api/${descriptor.slug}`;
  const made = constant(names.constant);
  const { create, update, draft } = validatorsOf(collection);
  const hasMany = descriptor.builtIn === undefined;
  const bulkRoute: readonly Route[] = hasMany
    ? [[`${path}/bulk`, { POST: handler(manyHandlers.bulk, [made, create, update, ...draft]) }]]
    : [];
  return routesFile(ir, collectionRoutesPath(collection), {
    document: collection,
    path,
    routes: [
      [
        path,
        {
          GET: handler(handlers.list, [made]),
          POST: handler(handlers.create, [made, create, ...draft]),
          ...(hasMany && {
            PATCH: handler(manyHandlers.update, [made, update, ...draft]),
            DELETE: handler(manyHandlers.delete, [made]),
          }),
        },
      ],
      [`${path}/query`, { POST: handler(handlers.query, [made]) }],
      ...bulkRoute,
      [
        `${path}/:id`,
        {
          GET: handler(handlers.read, [made]),
          PATCH: handler(handlers.update, [made, update, ...draft]),
          DELETE: handler(handlers.delete, [made]),
        },
      ],
      ...draftRoutes(collection, `${path}/:id`),
      ...versionRoutes(collection, `${path}/:id`),
    ],
  });
}

function globalRoutes(ir: Ir, global: IrGlobal): EmittedFile {
  const { names, descriptor } = global;
  const path = `/api/globals/${descriptor.slug}`;
  const made = constant(names.constant);
  const { update, draft } = validatorsOf(global);
  return routesFile(ir, globalRoutesPath(global), {
    document: global,
    path,
    routes: [
      [
        path,
        {
          GET: handler('readGlobal', [made]),
          PATCH: handler('updateGlobal', [made, update, ...draft]),
        },
      ],
      ...draftRoutes(global, path),
      ...versionRoutes(global, path),
    ],
  });
}

interface Validators {
  readonly create: ImportedName;
  readonly update: ImportedName;
  /** Empty if drafts are disabled. */
  readonly draft: readonly ImportedName[];
}

function validatorsOf({ names, descriptor }: IrCollection | IrGlobal): Validators {
  const { create, update, draft } = validatorNames(names);
  return {
    create: validator(create),
    update: validator(update),
    draft: descriptor.drafts ? [validator(draft)] : [],
  };
}

/** docs/spec/contract.md#drafts: if drafts are disabled these routes do not exist. */
function draftRoutes(document: IrCollection | IrGlobal, path: string): readonly Route[] {
  const { names, descriptor } = document;
  if (!descriptor.drafts) return [];
  const made = constant(names.constant);
  const { update } = validatorsOf(document);
  return [
    [`${path}/publish`, { POST: handler(draftHandlers.publish, [made, update]) }],
    [`${path}/unpublish`, { POST: handler(draftHandlers.unpublish, [made]) }],
    [`${path}/draft`, { DELETE: handler(draftHandlers.discard, [made]) }],
    [
      `${path}/schedule`,
      {
        GET: handler(draftHandlers.readSchedule, [made]),
        DELETE: handler(draftHandlers.cancelSchedule, [made]),
      },
    ],
  ];
}

/** Restoring creates a draft or, without drafts, changes the document. */
function versionRoutes(document: IrCollection | IrGlobal, path: string): readonly Route[] {
  const { names, descriptor } = document;
  if (descriptor.versions === undefined) return [];
  const made = constant(names.constant);
  const { update, draft } = validatorsOf(document);
  return [
    [`${path}/versions`, { GET: handler(versionHandlers.list, [made]) }],
    [`${path}/versions/:versionId`, { GET: handler(versionHandlers.read, [made]) }],
    [
      `${path}/versions/:versionId/restore`,
      { POST: handler(versionHandlers.restore, [made, draft[0] ?? update]) },
    ],
  ];
}

interface RoutesFile {
  readonly document: IrCollection | IrGlobal;
  readonly path: string;
  readonly routes: readonly Route[];
}

function routesFile(ir: Ir, filePath: string, { document, path, routes }: RoutesFile): EmittedFile {
  const file = emittedFile(ir, filePath);
  const name = routesName(document);
  file.declare(name);
  file.print(
    code`${docComment(`Handlers of ${path}.`)}export const ${identifier(name)}: ${routesType} = ${object(
      routes.map(([route, methods]) => [route, object(methods)]),
      { broken: true },
    )};`,
  );
  return file.emit();
}

function allRoutes(ir: Ir): EmittedFile {
  const file = emittedFile(ir, 'routes/index.ts');
  file.declare('routes');
  const imported = [
    ...ir.collections.map((document) =>
      importedValue(routesName(document), `./${collectionRoutesPath(document)}`),
    ),
    ...ir.globals.map((document) => importedValue(routesName(document), `./${globalRoutesPath(document)}`)),
  ];
  file.print(code`/** Every route of the API. */`);
  file.print(code`export const routes: ${routesType} = ${braces(imported.map((name) => code`...${name}`))};`);
  return file.emit();
}

function handler(name: string, parameters: readonly Printable[]): Code {
  return code`${importedValue(name, 'svc/runtime')}${parenthesised(parameters)}`;
}

function constant(name: string): ImportedName {
  return importedValue(name, './descriptors.ts');
}

function validator(name: string): ImportedName {
  return importedValue(name, './validators.ts');
}
