import { useEffect, useRef, useState } from 'react';
import type { JsonObject } from '../../../../../runtime/util/json.js';
import { isSvcError } from '../../../../../templates/sdk/errors.js';
import { useApi } from '../../../api/api-context.js';
import type { DocumentSource } from '../../../documents/document-source.js';
import { sendFile } from '../../../files/send-file.js';
import { fileTexts } from '../../../files/texts.js';
import { useErrorText } from '../../../i18n/error-text.js';
import { useTexts } from '../../../i18n/language.js';
import type { EditorHandle } from '../use-editor.js';

export interface ReplacementOptions {
  readonly source: DocumentSource;
  readonly editor: EditorHandle;
  readonly onClose: () => void;
}

/** Sends another file for a document. */
export interface Replacement {
  /** The part of the file that was sent, from 0 to 1; null while nothing is sent. */
  readonly sent: number | null;
  readonly isLost: boolean;
  /** Whether it is sent to the draft. */
  readonly isDraft: boolean;
  readonly issue: string | null;
  readonly setIssue: (issue: string | null) => void;
  readonly send: (file: File, draft: boolean, data?: JsonObject) => Promise<void>;
  /** Stops what is being sent, and closes the dialog. */
  readonly close: () => void;
}

/** Closes the dialog when the file is there; what is typed in the form stays there. */
export function useReplacement({ source, editor, onClose }: ReplacementOptions): Replacement {
  const t = useTexts(fileTexts);
  const api = useApi();
  const errorText = useErrorText();
  const [issue, setIssue] = useState<string | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [isLost, setIsLost] = useState(false);
  const [isDraft, setIsDraft] = useState(false);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const send = async (file: File, draft: boolean, data: JsonObject = {}): Promise<void> => {
    if (sent !== null) return;
    const stopping = new AbortController();
    controller.current = stopping;
    setIsDraft(draft);
    setIssue(null);
    setSent(0);
    let refused: unknown = null;
    const isDone = await editor.act(
      'replace',
      async (ifMatch) => {
        try {
          await sendFile(api, {
            ...{ meta: source.meta, file, data, id: source.id, ifMatch, draft },
            ...{ signal: stopping.signal, onProgress: setSent, onConnection: setIsLost },
          });
        } catch (error) {
          refused = error;
          throw error;
        }
      },
      draft ? t.replacedDraft : t.replaced,
    );
    setSent(null);
    // A conflict has a dialog of its own.
    if (isDone || (isSvcError(refused) && refused.code === 'CONFLICT')) onClose();
    else if (!stopping.signal.aborted) setIssue(errorText(refused));
  };
  const close = (): void => {
    controller.current?.abort();
    onClose();
  };
  return { sent, isLost, isDraft, issue, setIssue, send, close };
}
