import type { EmittedFile, Ir } from '../ir/ir.js';
import { emitAdmin } from './admin.js';
import { emitConfigTypes } from './config-types.js';
import { emitDescriptors } from './descriptors.js';
import { emitLocal } from './local.js';
import { emitOpenApi } from './openapi.js';
import { emitRoutes } from './routes.js';
import { emitSdk } from './sdk.js';
import { emitServer } from './server.js';
import { emitTypes } from './types.js';
import { emitValidators } from './validators.js';

const emitters: readonly ((ir: Ir) => readonly EmittedFile[])[] = [
  emitDescriptors,
  emitValidators,
  emitRoutes,
  emitServer,
  emitLocal,
  emitSdk,
  emitTypes,
  emitOpenApi,
  emitAdmin,
  emitConfigTypes,
];

/** Every emitted file, sorted by path. */
export function emitAll(ir: Ir): readonly EmittedFile[] {
  return emitters.flatMap((emit) => emit(ir)).sort((left, right) => (left.path < right.path ? -1 : 1));
}
