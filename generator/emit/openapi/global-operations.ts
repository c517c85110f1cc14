import type { OperationObject } from 'openapi3-ts/oas31';
import type { GlobalRouteId } from '../../../runtime/codegen/routes/document-routes.js';
import type { IrGlobal } from '../../ir/ir.js';
import { changeParameters } from './collection-operations.js';
import type { Context } from './context.js';
import { readResult, unseenErrors, writeBody, writeResult } from './documents.js';
import { draftOperations, versionOperations } from './draft-operations.js';
import { updateExample } from './examples.js';
import { previewErrors, readParameters } from './lists.js';
import { answer, jsonBody, notModified, operation } from './operation.js';
import type { MakeOperation, PathOptions } from './paths.js';
import { rightsOf } from './rights.js';
import { getGlobalSample, updateGlobalSample } from './sdk-samples.js';
import { phrase } from './words.js';

/** The operations of a global, by route. */
export const globalOperations: Readonly<Record<GlobalRouteId, MakeOperation<IrGlobal>>> = {
  read: readOperation,
  update: updateOperation,
  ...draftOperations,
  ...versionOperations,
};

function readOperation(global: IrGlobal, { tag, takeId }: PathOptions, context: Context): OperationObject {
  return operation(
    {
      id: takeId(`get${global.names.type}`),
      tag,
      summary: `Get the ${phrase(global.label)}`,
      description: 'Before the first write it has the defaults of its fields, with `_revision` 0.',
      rights: rightsOf(global, 'read'),
      parameters: readParameters(global, context),
      answers: {
        200: answer(
          { description: 'The document.', schema: readResult(global, context), headers: ['ETag'] },
          context,
        ),
        304: notModified(context),
      },
      errors: [...previewErrors(global, context), 'BadUserInput', ...unseenErrors(global, false)],
      sdk: getGlobalSample(global),
    },
    context,
  );
}

function updateOperation(global: IrGlobal, { tag, takeId }: PathOptions, context: Context): OperationObject {
  const { names, fields, label } = global;
  return operation(
    {
      id: takeId(`update${names.type}`),
      tag,
      summary: `Change the ${phrase(label)}`,
      description:
        'The first change creates it. Fields that are left out stay unchanged, or get their defaults.',
      rights: rightsOf(global, 'update'),
      parameters: changeParameters(global, context),
      body: jsonBody(writeBody(global, 'Update', context), updateExample(fields)),
      answers: {
        200: answer(
          {
            description: 'The document after the write.',
            schema: writeResult(global, context, { isKeyed: true }),
            headers: ['ETag', 'Idempotency-Replayed'],
          },
          context,
        ),
      },
      errors: [
        'BadUserInput',
        ...unseenErrors(global, true),
        'Conflict',
        'PayloadTooLarge',
        'UnsupportedMediaType',
      ],
      sdk: updateGlobalSample(global),
    },
    context,
  );
}
