import type { DocumentDescriptor } from '../../codegen/descriptors.js';
import type { Effect } from '../write/intent.js';
import { changeSchedule, type ScheduleChange } from './schedule.js';
import type { ScheduleTarget } from './scheduled-step.js';

/** Returns a document as the schedule names it. */
export function scheduleTarget({ kind, slug }: DocumentDescriptor, document: string): ScheduleTarget {
  return { kind, slug, document };
}

/**
 * What a write by a user does to the schedule of its document. After an unpublication no scheduled step
 * publishes or unpublishes the document. The publication of a draft was scheduled, not that of the next one:
 * it ends when the draft is discarded, or published by a change of the document.
 */
export function scheduleEffects(
  descriptor: DocumentDescriptor,
  id: string,
  kind: 'update' | 'unpublish' | 'discard',
): readonly Effect[] {
  if (!descriptor.drafts) return [];
  const change: ScheduleChange =
    kind === 'unpublish' ? { publish: null, unpublish: null } : { publish: null };
  return [
    {
      when: kind === 'update' ? 'first-published' : 'always',
      run: async (connection) =>
        void (await changeSchedule(connection, scheduleTarget(descriptor, id), change, null)),
    },
  ];
}
