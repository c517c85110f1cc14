import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { Api } from '../../../api/api.js';
import { useApi } from '../../../api/api-context.js';
import type { Where } from '../../../api/documents.js';
import { forgetCollection } from '../../../api/queries.js';
import { useErrorText } from '../../../i18n/error-text.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { AlertDialog, Dialog } from '../../../ui/dialog.js';
import { Notice } from '../../../ui/states.js';
import { documentsByCursor } from '../documents-by-cursor.js';
import { listTexts } from '../texts.js';
import {
  type BulkItem,
  type BulkOutcome,
  type BulkProgress,
  bulkItem,
  noProgress,
  runBulk,
} from './bulk-run.js';

export type BulkAction = 'publish' | 'unpublish' | 'delete';

/** Some documents, or all that a filter finds. */
export type BulkTargets =
  | { readonly items: readonly BulkItem[] }
  | { readonly matching: { readonly where: Where | undefined } };

interface BulkDialogProps {
  readonly meta: AdminCollectionMeta;
  readonly action: BulkAction;
  readonly targets: BulkTargets;
  readonly onClose: (isFinished: boolean) => void;
}

type Phase = 'asking' | 'collecting' | 'running' | 'finished';

/** Asks, then shows how far it is, and what could not be done and why. */
export function BulkDialog({ meta, action, targets, onClose }: BulkDialogProps): ReactNode {
  const t = useTexts(listTexts);
  const bulk = useBulk(meta, action, targets);
  const words = {
    publish: { title: t.bulkPublishTitle, text: t.bulkPublishText, label: t.publish },
    unpublish: { title: t.bulkUnpublishTitle, text: t.bulkUnpublishText, label: t.unpublish },
    delete: { title: t.bulkDeleteTitle, text: t.bulkDeleteText, label: t.delete },
  }[action];
  if (bulk.phase === 'asking') {
    return (
      <AlertDialog
        isOpen
        title={'items' in targets ? words.title(targets.items.length) : t.bulkMatchingTitle}
        description={words.text}
        action={words.label}
        isDanger={action === 'delete'}
        onCancel={() => onClose(false)}
        onConfirm={() => void bulk.start()}
      />
    );
  }
  const isFinished = bulk.phase === 'finished';
  return (
    <Dialog
      isOpen
      isFixed={!isFinished}
      title={words.label}
      onClose={() => onClose(true)}
      actions={
        isFinished ? (
          <Button variant="primary" onClick={() => onClose(true)}>
            {t.close}
          </Button>
        ) : (
          <Button onClick={bulk.stop}>{t.stop}</Button>
        )
      }
    >
      <BulkReport bulk={bulk} action={action} />
    </Dialog>
  );
}

interface Bulk {
  readonly phase: Phase;
  /** Null while they are still being found. */
  readonly total: number | null;
  readonly found: number;
  readonly progress: BulkProgress;
  readonly isStopped: boolean;
  /** Why they could not be found. */
  readonly problem: unknown;
  readonly start: () => Promise<void>;
  readonly stop: () => void;
}

function useBulk(meta: AdminCollectionMeta, action: BulkAction, targets: BulkTargets): Bulk {
  const api = useApi();
  const queries = useQueryClient();
  const [phase, setPhase] = useState<Phase>('asking');
  const [found, setFound] = useState(0);
  const [total, setTotal] = useState<number | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [progress, setProgress] = useState(noProgress);
  const controller = useRef(new AbortController());
  const [isStopped, setIsStopped] = useState(false);
  const { signal } = controller.current;
  useEffect(() => {
    const current = controller.current;
    return () => current.abort();
  }, []);

  const start = async (): Promise<void> => {
    controller.current = new AbortController();
    const running = controller.current.signal;
    setPhase('collecting');
    try {
      const items =
        'items' in targets
          ? targets.items
          : await collect(api, meta, { ...targets.matching, signal: running, onFound: setFound });
      setTotal(items.length);
      setPhase('running');
      const act = actionOf(api, meta, action);
      await runBulk(items, act, { signal: running, onProgress: setProgress });
    } catch (error) {
      if (!running.aborted) setProblem(error);
    } finally {
      setPhase('finished');
      await forgetCollection(queries, meta.slug);
    }
  };
  const stop = (): void => {
    controller.current.abort();
    setIsStopped(true);
  };
  return { phase, total, found, progress, isStopped: isStopped || signal.aborted, problem, start, stop };
}

function actionOf(
  api: Api,
  meta: AdminCollectionMeta,
  action: BulkAction,
): (item: BulkItem) => Promise<BulkOutcome> {
  const collection = api.collection(meta);
  return async ({ id, revision }) => {
    if (action === 'delete') {
      await collection.delete(id);
      return 'done';
    }
    const { _revision } = await collection[action](id);
    // Every write gives the document a revision above all that it had.
    return _revision > revision ? 'done' : 'unchanged';
  };
}

interface Collecting {
  readonly where: Where | undefined;
  readonly signal: AbortSignal;
  readonly onFound: (count: number) => void;
}

/** First all that match, then the work: it changes what matches. */
async function collect(
  api: Api,
  meta: AdminCollectionMeta,
  { where, signal, onFound }: Collecting,
): Promise<readonly BulkItem[]> {
  const items: BulkItem[] = [];
  const select = ['_revision', ...(meta.useAsTitle === 'id' ? [] : [meta.useAsTitle])].join(',');
  for await (const docs of documentsByCursor(
    api.collection(meta),
    { where, select, sort: 'id_asc' },
    signal,
  )) {
    items.push(...docs.map((document) => bulkItem(document, meta.useAsTitle)));
    onFound(items.length);
  }
  return items;
}

interface BulkReportProps {
  readonly bulk: Bulk;
  readonly action: BulkAction;
}

function BulkReport({ bulk, action }: BulkReportProps): ReactNode {
  const t = useTexts(listTexts);
  const formats = useFormats();
  const errorText = useErrorText();
  const failuresId = useId();
  const { phase, total, found, progress, isStopped, problem } = bulk;
  const tried = progress.done + progress.unchanged + progress.failures.length;
  const report = (shown: number): string => {
    if (phase === 'collecting') return t.bulkCollecting(formats.number(found));
    if (phase === 'running') {
      const running = t.bulkRunning(formats.number(shown), formats.number(total ?? 0));
      return progress.isWaiting ? `${running} ${t.bulkWaiting}` : running;
    }
    const failed = progress.failures.length;
    const { done, unchanged } = progress;
    const idle = action === 'publish' ? t.bulkNothingToPublish : t.bulkNothingToUnpublish;
    return [
      t.bulkDone(done),
      unchanged > 0 && idle(unchanged),
      failed > 0 && t.bulkNotDone(failed),
      isStopped && t.bulkStopped,
    ]
      .filter(Boolean)
      .join(' ');
  };
  return (
    <>
      <progress
        className="progress"
        aria-label={t.progress}
        {...(total !== null && { value: tried, max: Math.max(total, 1) })}
      />
      {/* The eye follows every document, the ear is told of each tenth: screen readers would say all of them, one after the other. */}
      <p aria-hidden="true">{report(tried)}</p>
      <p role="status" className="visually-hidden">
        {report(lastTold(tried, total ?? 0))}
      </p>
      {problem !== null && <Notice kind="danger">{errorText(problem)}</Notice>}
      {progress.failures.length > 0 && (
        <div>
          <p id={failuresId}>{t.bulkFailed(progress.failures.length)}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, by keyboard too (WCAG 2.1.1). */}
          <ul className="bulk-failures" aria-labelledby={failuresId} tabIndex={0}>
            {progress.failures.slice(0, 100).map(({ item, error }) => (
              <li key={item.id}>
                <strong>{item.title || item.id}</strong>
                <span>{errorText(error)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** The last tenth of the work that is done. */
function lastTold(tried: number, total: number): number {
  const step = Math.max(1, Math.ceil(total / 10));
  return tried - (tried % step);
}
