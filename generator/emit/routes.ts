import {
  type BuiltInRoute,
  collectionRoutes,
  documentPath,
  globalRoutes,
} from '../../runtime/codegen/routes/document-routes.js';
import type { EmittedFile, Ir, IrCollection, IrGlobal } from '../ir/ir.js';
import { braces, type Code, code, docComment, identifier, object, parenthesised } from '../print/code.js';
import { importedType, importedValue } from '../print/imported-name.js';
import { emittedFile } from './emitted-file.js';
import { collectionRoutesPath, globalRoutesPath } from './route-files.js';
import { constantStem, validatorNames } from './validator-names.js';

const routesType = importedType('Routes', 'svc/runtime');

/** `routes/`: the handlers of each collection and global, and `routes/index.ts` with all of them. */
export function emitRoutes(ir: Ir): readonly EmittedFile[] {
  return [
    ...ir.collections.map((collection) => collectionFile(ir, collection)),
    ...ir.globals.map((global) => globalFile(ir, global)),
    allRoutes(ir),
  ];
}

/** The constant that a document's route file exports. */
function routesName({ names }: IrCollection | IrGlobal): string {
  return `${constantStem(names)}Routes`;
}

function collectionFile(ir: Ir, collection: IrCollection): EmittedFile {
  const path = collectionRoutesPath(collection);
  return routesFile(ir, path, { document: collection, routes: collectionRoutes(collection.descriptor) });
}

function globalFile(ir: Ir, global: IrGlobal): EmittedFile {
  const path = globalRoutesPath(global);
  return routesFile(ir, path, { document: global, routes: globalRoutes(global.descriptor) });
}

interface RoutesFile {
  readonly document: IrCollection | IrGlobal;
  readonly routes: readonly BuiltInRoute[];
}

function routesFile(ir: Ir, filePath: string, { document, routes }: RoutesFile): EmittedFile {
  const file = emittedFile(ir, filePath);
  const name = routesName(document);
  const paths = [...new Set(routes.map(({ path }) => path))];
  const methodsOf = (path: string): Code =>
    object(
      routes.filter((route) => route.path === path).map((route) => [route.method, handler(document, route)]),
    );
  file.declare(name);
  file.print(
    code`${docComment(`Handlers of ${documentPath(document.descriptor)}.`)}export const ${identifier(name)}: ${routesType} = ${object(
      paths.map((path) => [path, methodsOf(path)]),
      { broken: true },
    )};`,
  );
  return file.emit();
}

function allRoutes(ir: Ir): EmittedFile {
  const file = emittedFile(ir, 'routes/index.ts');
  file.declare('routes', 'modulePlace');
  const imported = [
    ...ir.collections.map((document) =>
      importedValue(routesName(document), `./${collectionRoutesPath(document)}`),
    ),
    ...ir.globals.map((document) => importedValue(routesName(document), `./${globalRoutesPath(document)}`)),
  ];
  file.print(code`/** Every route of the API. */`);
  file.print(code`export const routes: ${routesType} = ${braces(imported.map((name) => code`...${name}`))};`);
  file.blank();
  file.print(
    code`/** Where this module is. In a bundle all modules are in one place. */
export const modulePlace: string = import.meta.url;`,
  );
  return file.emit();
}

function handler({ names }: IrCollection | IrGlobal, route: BuiltInRoute): Code {
  const emitted = validatorNames(names);
  const parameters = [
    importedValue(names.constant, './descriptors.ts'),
    ...route.validators.map((validator) => importedValue(emitted[validator], './validators.ts')),
  ];
  return code`${importedValue(route.handler, 'svc/runtime')}${parenthesised(parameters)}`;
}
