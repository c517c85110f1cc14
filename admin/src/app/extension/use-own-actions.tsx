import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ActionContext, AdminAction } from '../../../../runtime/extension/extension-types.js';
import { isSvcError } from '../../../../templates/sdk/errors.js';
import type { Document } from '../../api/documents.js';
import { forgetCollection } from '../../api/queries.js';
import { useErrorText } from '../../i18n/error-text.js';
import { useLanguage, useTexts } from '../../i18n/language.js';
import { AlertDialog } from '../../ui/dialog.js';
import { useNotifier } from '../../ui/toast.js';
import { useExtensionUser } from './hooks.js';
import { useIsShown, useOwnText } from './shown.js';
import { useExtension, useExtensionState } from './store.js';
import { extensionTexts } from './texts.js';

type Place = NonNullable<AdminAction['on']>;

interface OwnActions {
  readonly items: readonly {
    readonly action: AdminAction;
    readonly label: string;
    readonly isRunning: boolean;
  }[];
  /** Asks first, if the action has a question. */
  readonly start: (action: AdminAction, label: string) => void;
  /** The open question. */
  readonly question: ReactNode;
}

/** The actions of an extension for a collection, and what runs them. `read` returns their documents. */
export function useOwnActions(
  slug: string | null,
  place: Place,
  read: () => Promise<readonly Document[]>,
): OwnActions {
  const t = useTexts(extensionTexts);
  const { name: language } = useLanguage();
  const text = useOwnText();
  const errorText = useErrorText();
  const { notify } = useNotifier();
  const queries = useQueryClient();
  const user = useExtensionUser();
  const state = useExtensionState();
  const actions = useActionsOf(slug, place);
  const [asked, setAsked] = useState<{ readonly action: AdminAction; readonly label: string } | null>(null);
  const [running, setRunning] = useState<string | null>(null);

  const run = async (action: AdminAction, label: string): Promise<void> => {
    if (state.is !== 'ready' || running !== null) return;
    setRunning(action.name);
    try {
      const documents = await read();
      const context: ActionContext = {
        ...{ client: state.client, user, language, documents },
        notify: (message) =>
          notify(typeof message === 'string' ? { kind: 'success', text: message } : message),
        reload: () => forgetCollection(queries, action.collection),
      };
      await (action.run as (given: ActionContext) => unknown)(context);
    } catch (error) {
      console.error(`The action ${action.name} has failed.`, error);
      const reason = !isSvcError(error) && error instanceof Error ? error.message : errorText(error);
      notify({ kind: 'error', text: t.actionFailed(label, reason) });
    } finally {
      setRunning(null);
    }
  };
  return {
    items: actions.map((action) => ({
      ...{ action, label: text(action.label), isRunning: running === action.name },
    })),
    start: (action, label) =>
      action.confirm === undefined ? void run(action, label) : setAsked({ action, label }),
    question: asked?.action.confirm !== undefined && (
      <AlertDialog
        isOpen
        title={asked.label}
        description={text(asked.action.confirm)}
        action={asked.label}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null);
          void run(asked.action, asked.label);
        }}
      />
    ),
  };
}

function useActionsOf(slug: string | null, place: Place): readonly AdminAction[] {
  const { actions = [] } = useExtension();
  const isShown = useIsShown();
  return actions.filter(
    (action) => action.collection === slug && (action.on ?? place) === place && isShown(action),
  );
}

/** Whether the extension has actions for documents of a collection. */
export function useHasOwnActions(slug: string | null, place: Place): boolean {
  return useActionsOf(slug, place).length > 0;
}
