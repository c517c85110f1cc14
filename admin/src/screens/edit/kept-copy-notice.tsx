import { type ReactNode, useState } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import type { JsonObject } from '../../../../runtime/util/json.js';
import type { FormStore } from '../../documents/form-store.js';
import type { KeptCopy } from '../../documents/kept-copy.js';
import { type MergeSides, mergeChanges } from '../../documents/merge.js';
import { useFormats } from '../../i18n/formats.js';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/states.js';
import { ConflictDialog } from './conflict-dialog.js';
import { editTexts } from './texts.js';
import { useKeptCopy } from './use-kept-copy.js';

interface KeptCopyNoticeProps {
  readonly store: FormStore;
  readonly fields: readonly AdminFieldMeta[];
  /** The name under which the copy is kept. */
  readonly name: string;
  /** The revision of the edited document; 0 for a document that does not exist yet. */
  readonly revision: number;
}

/**
 * Keeps a copy of unsaved input, and offers to restore an earlier copy. A restored copy is merged with the
 * current values of the form. Where both have changed the same field, the user chooses, so that older text
 * never silently replaces newer text.
 */
export function KeptCopyNotice({ store, fields, name, revision }: KeptCopyNoticeProps): ReactNode {
  const t = useTexts(editTexts);
  const whenKept = useWhenKept();
  const { found, settle } = useKeptCopy(store, name, revision);
  const [meeting, setMeeting] = useState<KeptCopy | null>(null);
  if (found === null) return null;

  const put = (copy: KeptCopy, values: JsonObject): void => {
    const { base, unfinished } = store.state();
    store.reset(base, values, { ...copy.unfinished, ...unfinished });
  };
  /** Merges the newest copy first, then the earlier ones, up to the first that has conflicts. */
  const restore = (newest: KeptCopy): void => {
    let copy: KeptCopy | null = newest;
    while (copy !== null) {
      const { values, conflicts } = mergeChanges(fields, sidesOf(copy, store));
      if (conflicts.length > 0) break;
      put(copy, values);
      copy = copy.earlier ?? null;
    }
    settle(copy);
    setMeeting(copy);
  };
  return (
    <>
      <Notice kind="warning">
        <p>{whenKept(found)}</p>
        <p className="notice-actions">
          <Button size="small" variant="primary" onClick={() => restore(found)}>
            {t.keptRestore}
          </Button>
          <Button size="small" onClick={() => settle(null)}>
            {t.keptDrop}
          </Button>
        </p>
      </Notice>
      {meeting !== null && (
        <ConflictDialog
          fields={fields}
          sides={sidesOf(meeting, store)}
          words={{
            ...{ title: t.keptTitle, text: t.keptText, none: t.conflictNone, later: t.keptLater },
            ...{ action: t.conflictTake, taken: t.keptTaken },
            ...{ mine: t.keptMine, theirs: t.keptNow, allMine: t.keptAllMine, allTheirs: t.keptAllNow },
          }}
          onClose={() => setMeeting(null)}
          onSettle={(values) => {
            put(meeting, values);
            setMeeting(null);
            if (meeting.earlier === undefined) settle(null);
            else restore(meeting.earlier);
          }}
        />
      )}
    </>
  );
}

function sidesOf({ base, values }: KeptCopy, store: FormStore): MergeSides {
  return { base, mine: values, theirs: store.state().values };
}

/**
 * Returns the notice about a copy, with its age. Within the first minute no relative time fits into the
 * sentence.
 */
function useWhenKept(): (copy: KeptCopy) => string {
  const t = useTexts(editTexts);
  const formats = useFormats();
  return ({ keptAt }) =>
    Date.now() - Date.parse(keptAt) < 60_000 ? t.keptCopyJustNow : t.keptCopy(formats.relative(keptAt));
}
