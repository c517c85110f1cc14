import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AdminCollectionMeta } from '../../../../../../runtime/codegen/admin-meta.js';
import { useApi } from '../../../../api/api-context.js';
import { forgetCollection } from '../../../../api/queries.js';
import { useErrorText } from '../../../../i18n/error-text.js';
import { useTexts } from '../../../../i18n/language.js';
import { useNotifier } from '../../../../ui/toast.js';
import { type BulkProgress, type BulkTargets, noProgress, runBulk } from '../../bulk/bulk-run.js';
import { matchingItems } from '../../bulk/matching-items.js';
import { moveAct } from './move-run.js';
import { folderTexts } from './texts.js';

/** Where files are moved. */
export interface MoveTarget {
  /** Null: to the top. */
  readonly id: string | null;
  readonly name: string;
}

export interface Move {
  /** Null while nothing is moved. */
  readonly running: { readonly progress: BulkProgress; readonly total: number } | null;
  /** Moves files, and reports how many were moved, or why not. */
  readonly start: (targets: BulkTargets, target: MoveTarget) => Promise<void>;
}

export function useMove(meta: AdminCollectionMeta): Move {
  const t = useTexts(folderTexts);
  const api = useApi();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const { notify } = useNotifier();
  const [running, setRunning] = useState<Move['running']>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  return {
    running,
    async start(targets, { id, name }) {
      if (running !== null) return;
      const stopping = new AbortController();
      controller.current = stopping;
      const { signal } = stopping;
      setRunning({ progress: noProgress, total: 0 });
      try {
        const items =
          'items' in targets
            ? targets.items
            : await matchingItems(api, meta, { ...targets.matching, signal, onFound: () => {} });
        const { done, failures } = await runBulk(items, moveAct(api, meta, id), {
          signal,
          onProgress: (progress) => setRunning({ progress, total: items.length }),
        });
        if (done > 0) notify({ kind: 'success', text: t.moved(done, name) });
        const [first] = failures;
        if (first !== undefined) {
          notify({ kind: 'error', text: `${t.notMoved(failures.length)} ${errorText(first.error)}` });
        }
      } catch (error) {
        if (!signal.aborted) notify({ kind: 'error', text: errorText(error) });
      }
      setRunning(null);
      await forgetCollection(queries, meta.slug);
    },
  };
}
