import type { DocumentAccess } from '../../../access/document-access.js';
import type { OperationContext } from '../../../documents/operation-context.js';

/** The request with rights that remember nothing of its other writes. */
export function contextFor(context: OperationContext, access: DocumentAccess | null): OperationContext {
  return {
    requestId: context.requestId,
    // A getter, since making the request costs more than most writes.
    get req() {
      return context.req;
    },
    access,
    get scope() {
      return context.scope;
    },
    ...(context.recordWrite && { recordWrite: context.recordWrite }),
    ...(context.clientSignal && { clientSignal: context.clientSignal }),
  };
}
