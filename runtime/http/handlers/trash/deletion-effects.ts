import type { DocumentAccess } from '../../../access/document-access.js';
import type { EffectsOfDeletion } from '../../../documents/write/intent.js';
import type { ApiRequest, Service } from '../../api.js';

/** What capabilities do when documents are deleted by a request, or return from the trash. */
export function deletionEffects(
  request: ApiRequest,
  service: Service,
  access: DocumentAccess | null,
): EffectsOfDeletion {
  return ({ descriptor, id }, kind) => service.effectsOf({ kind, descriptor, id, access }, request);
}
