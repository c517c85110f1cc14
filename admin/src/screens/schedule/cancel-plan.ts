import type { AdminScheduled } from '../../../../runtime/codegen/admin-overview.js';
import { isSvcError } from '../../../../templates/sdk/errors.js';
import type { DocumentSource } from '../../documents/document-source.js';

type Step = AdminScheduled['scheduled'][number];

/** The plan differs from the one that the user was asked about. */
export class PlanChanged extends Error {}

/** What the user was asked about. */
interface AskedPlan {
  readonly step: Pick<Step, 'action' | 'at'>;
  /** When the document stops being public by itself. */
  readonly end: string | null;
}

/**
 * Cancels a step. Without its publication the rest of a schedule goes, too: an end alone would publish the
 * document at once.
 *
 * @throws PlanChanged if the step has run or was planned otherwise; then nothing was cancelled.
 */
export async function cancelPlan(source: DocumentSource, { step, end }: AskedPlan): Promise<void> {
  // Before the plan: a step that runs after this counts the revision up.
  const { _revision: ifMatch } = await source.read();
  const planned = await source.schedule();
  const begin = step.action === 'publish' ? step.at : planned.publishAt;
  if (planned.publishAt !== begin || planned.unpublishAt !== end) throw new PlanChanged();
  try {
    // The begin is not sent: one that is due by now would publish the document.
    await (step.action === 'publish'
      ? source.cancelSchedule({ ifMatch })
      : source.publish({ unpublishAt: null }, { ifMatch }));
  } catch (error) {
    if (isSvcError(error) && error.code === 'CONFLICT') throw new PlanChanged();
    throw error;
  }
}
