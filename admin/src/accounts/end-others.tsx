import { type ReactNode, useState } from 'react';
import { useApi } from '../api/api-context.js';
import { useTexts } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { AlertDialog } from '../ui/dialog.js';
import { sessionsKey } from './sessions-query.js';
import { accountTexts } from './texts.js';
import { useAction } from './use-action.js';

/** Ends all other sessions of the signed-in user, after a confirmation. */
export function EndOthers({ count }: { readonly count: number }): ReactNode {
  const t = useTexts(accountTexts);
  const api = useApi();
  const [isAsking, setIsAsking] = useState(false);
  const end = useAction({
    call: () => api.call<{ readonly revoked: number }>('DELETE', 'auth/sessions'),
    done: ({ revoked }) => t.endedOthers(revoked),
    forget: [sessionsKey],
    onDone: () => setIsAsking(false),
  });
  return (
    <>
      <Button variant="danger-quiet" disabled={count === 0 && t.noOthers} onClick={() => setIsAsking(true)}>
        {t.endOthers}
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title={t.endOthersTitle}
        description={t.endOthersText(count)}
        action={t.endOthers}
        isDanger
        isBusy={end.isBusy}
        onConfirm={() => end.run()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
