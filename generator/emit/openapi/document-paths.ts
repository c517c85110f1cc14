import type { ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import { collectionRoutes, globalRoutes } from '../../../runtime/codegen/routes/document-routes.js';
import { collectionOperations } from './collection-operations.js';
import type { Context } from './context.js';
import { partPathParameters } from './direct-operations.js';
import { type IrDocument, isCollection } from './documents.js';
import { filePathParameters } from './file-operations.js';
import { globalOperations } from './global-operations.js';
import { sharedParameter } from './parameters.js';
import { type PathOptions, type Paths, pathsOf, type RouteOperation } from './paths.js';
import { uploadPathParameters } from './tus-operations.js';

/** The paths of a collection or global. */
export function documentPaths(document: IrDocument, options: PathOptions, context: Context): Paths {
  return pathsOf(operationsOf(document, options, context));
}

function operationsOf(
  document: IrDocument,
  options: PathOptions,
  context: Context,
): readonly RouteOperation[] {
  return isCollection(document)
    ? collectionRoutes(document.descriptor).map(({ id, method, path }) => ({
        method,
        path,
        parameters: pathParameters(path, context),
        operation: collectionOperations[id](document, options, context),
      }))
    : globalRoutes(document.descriptor).map(({ id, method, path }) => ({
        method,
        path,
        parameters: pathParameters(path, context),
        operation: globalOperations[id](document, options, context),
      }));
}

function pathParameters(path: string, context: Context): readonly (ParameterObject | ReferenceObject)[] {
  return [
    ...(path.includes('/:id') ? [sharedParameter('id', context)] : []),
    sharedParameter('requestId', context),
    ...(path.includes('/:versionId') ? [sharedParameter('versionId', context)] : []),
    ...filePathParameters(path),
    ...uploadPathParameters(path),
    ...partPathParameters(path),
  ];
}
