import { useState } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../../runtime/util/json.js';
import type { Document } from '../../api/documents.js';
import { isPassingFailure } from '../../api/passing-failure.js';
import { formValues } from '../../documents/form-values.js';
import { mergeChanges } from '../../documents/merge.js';
import { isSame } from '../../documents/same.js';
import { contentOf } from '../../documents/stored-document.js';

/** A save whose response has not arrived: the service may have stored it all the same. */
interface LostSave {
  readonly base: JsonObject;
  readonly sent: JsonObject;
  /** The revision that it has made, if it was stored. */
  readonly revision: number;
}

export interface LostSaves {
  /** Notes a save that has failed, if nothing is known of what became of it. */
  readonly note: (error: unknown, save: LostSave) => void;
  /** The values of the lost save that has made this document; null where it is a change by another user. */
  readonly sentIn: (newer: Document) => JsonObject | null;
  /** Forgets them: the form is based on a document that was read later. */
  readonly forget: () => void;
}

/** The saves of one form whose response was lost, so that the user is in no conflict with them. */
export function useLostSaves(fields: readonly AdminFieldMeta[]): LostSaves {
  const [lost] = useState<LostSave[]>(() => []);
  return {
    note: (error, save) => {
      if (isPassingFailure(error)) lost.push(save);
    },
    sentIn: (newer) => {
      const theirs = formValues(fields, contentOf(newer));
      const own = lost.findLast((save) => newer._revision <= save.revision && hasMade(fields, save, theirs));
      return own?.sent ?? null;
    },
    forget: () => {
      lost.length = 0;
    },
  };
}

/** The service may have derived other fields from the sent ones; all that was sent has to be there. */
function hasMade(fields: readonly AdminFieldMeta[], { base, sent }: LostSave, theirs: JsonObject): boolean {
  if (isSame(base, sent)) return isSame(base, theirs);
  return isSame(mergeChanges(fields, { base, mine: sent, theirs }).values, theirs);
}
