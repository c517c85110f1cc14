import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Where } from '../../../api/documents.js';
import { useTexts } from '../../../i18n/language.js';
import { Button } from '../../../ui/button.js';
import { Notice } from '../../../ui/states.js';
import type { ListField } from '../columns.js';
import { listTexts } from '../texts.js';
import { FilterBuilder } from './filter-builder.js';
import { conditionOn, emptyFilter, type Group, treeOf, whereOf } from './filter-tree.js';

interface FilterPanelProps {
  readonly fields: readonly ListField[];
  readonly where: Where | null;
  readonly onChange: (where: Where | null) => void;
}

/** Edits the filter. Complete conditions apply at once, incomplete ones stay in this panel. */
export function FilterPanel({ fields, where, onChange }: FilterPanelProps): ReactNode {
  const t = useTexts(listTexts);
  const filterable = fields.filter(({ operators }) => operators.length > 0);
  const [tree, setTree] = useState<Group | null>(() => begun(treeOf(where, filterable), filterable));
  const known = useRef(JSON.stringify(where));
  const pending = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(pending.current), []);
  const panel = useRef<HTMLDivElement>(null);
  const isBegun = useRef(where === null);
  // An empty filter gets the focus, since the user is about to fill it in. A filter with conditions does not.
  useEffect(() => {
    if (isBegun.current) panel.current?.querySelector('select')?.focus();
  }, []);
  // The filter has changed elsewhere: another view was opened, or a condition was removed.
  if (known.current !== JSON.stringify(where) && pending.current === undefined) {
    known.current = JSON.stringify(where);
    setTree(treeOf(where, filterable));
  }
  const change = (next: Group): void => {
    setTree(next);
    clearTimeout(pending.current);
    pending.current = setTimeout(() => {
      pending.current = undefined;
      const wanted = whereOf(next);
      if (JSON.stringify(wanted) === known.current) return;
      known.current = JSON.stringify(wanted);
      onChange(wanted);
    }, 350);
  };
  if (tree === null) {
    return (
      <Notice>
        <p>{t.customFilterText}</p>
        <code className="cell-code">{JSON.stringify(where)}</code>
        <p>
          <Button size="small" onClick={() => onChange(null)}>
            {t.clearAll}
          </Button>
        </p>
      </Notice>
    );
  }
  return (
    <div ref={panel} className="filter-panel">
      <FilterBuilder fields={filterable} tree={tree} onChange={change} />
      {tree.items.length > 0 && (
        <Button size="small" variant="ghost" className="filter-clear" onClick={() => change(emptyFilter)}>
          {t.clearAll}
        </Button>
      )}
    </div>
  );
}

/** Adds a first condition to an empty filter. */
function begun(tree: Group | null, fields: readonly ListField[]): Group | null {
  const [first] = fields;
  if (tree === null || tree.items.length > 0 || first === undefined) return tree;
  return { ...tree, items: [conditionOn(first)] };
}
