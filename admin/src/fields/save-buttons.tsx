import type { ReactNode } from 'react';
import { Button } from '../ui/button.js';

/** A save that may be under way, and whether it is that of a draft. */
export interface Saving {
  readonly isPending: boolean;
  readonly variables: boolean | undefined;
}

interface SaveButtonsProps {
  readonly saving: Saving;
  readonly onSave: (draft: boolean) => void;
  /** Null where the requester writes no drafts. */
  readonly draftText: string | null;
  /** What the other button does: it saves, or publishes. */
  readonly text: string;
}

/** The buttons of a dialog that saves a document: one for the draft, one for what everyone reads. */
export function SaveButtons({ saving, onSave, draftText, text }: SaveButtonsProps): ReactNode {
  const isDraft = saving.variables === true;
  return (
    <>
      {draftText !== null && (
        <Button isBusy={saving.isPending && isDraft} onClick={() => onSave(true)}>
          {draftText}
        </Button>
      )}
      <Button variant="primary" isBusy={saving.isPending && !isDraft} onClick={() => onSave(false)}>
        {text}
      </Button>
    </>
  );
}
