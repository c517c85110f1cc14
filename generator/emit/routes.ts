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

/** Names of the runtime's factories of handlers. */
const documentHandlers = {
  list: 'listDocuments',
  query: 'queryDocuments',
  create: 'createDocument',
  read: 'readDocument',
  update: 'updateDocument',
  delete: 'deleteDocument',
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

function collectionRoutes(ir: Ir, collection: IrCollection): EmittedFile {
  const { names, descriptor } = collection;
  const validators = validatorNames(names);
  const handlers = descriptor.builtIn === 'users' ? userHandlers : documentHandlers;
  const path = `/api/${descriptor.slug}`;
  return routesFile(ir, collectionRoutesPath(collection), {
    document: collection,
    path,
    routes: [
      [
        path,
        {
          GET: handler(handlers.list, [constant(names.constant)]),
          POST: handler(handlers.create, [constant(names.constant), validator(validators.create)]),
        },
      ],
      [`${path}/query`, { POST: handler(handlers.query, [constant(names.constant)]) }],
      [
        `${path}/:id`,
        {
          GET: handler(handlers.read, [constant(names.constant)]),
          PATCH: handler(handlers.update, [constant(names.constant), validator(validators.update)]),
          DELETE: handler(handlers.delete, [constant(names.constant)]),
        },
      ],
    ],
  });
}

function globalRoutes(ir: Ir, global: IrGlobal): EmittedFile {
  const { names, descriptor } = global;
  const path = `/api/globals/${descriptor.slug}`;
  return routesFile(ir, globalRoutesPath(global), {
    document: global,
    path,
    routes: [
      [
        path,
        {
          GET: handler('readGlobal', [constant(names.constant)]),
          PATCH: handler('updateGlobal', [constant(names.constant), validator(validatorNames(names).update)]),
        },
      ],
    ],
  });
}

interface RoutesFile {
  readonly document: IrCollection | IrGlobal;
  readonly path: string;
  readonly routes: readonly (readonly [path: string, methods: Readonly<Record<string, Code>>])[];
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
