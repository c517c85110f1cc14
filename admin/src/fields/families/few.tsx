import type { ReactNode } from 'react';
import type { Value } from '../../api/documents.js';
import { useTexts } from '../../i18n/language.js';
import { Badge } from '../../ui/badge.js';
import { valueTexts } from '../value-texts.js';

/** Returns the values of a field with one or many. */
export function asList(value: Value): readonly Value[] {
  return Array.isArray(value) ? value : [value];
}

interface FewProps {
  readonly values: readonly string[];
  readonly isBadge?: boolean;
}

/** The first of several values, and the number of the others. */
export function Few({ values, isBadge = false }: FewProps): ReactNode {
  const t = useTexts(valueTexts);
  const shown = values.slice(0, 2);
  const more = values.length - shown.length;
  if (values.length === 0) return <span className="cell-empty">–</span>;
  return (
    <span className="cell-few" title={more > 0 ? values.join(', ') : undefined}>
      {isBadge ? (
        shown.map((value) => <Badge key={value}>{value}</Badge>)
      ) : (
        <span className="cell-few-text">{shown.join(', ')}</span>
      )}
      {more > 0 && <span className="cell-more">{t.andMore(more)}</span>}
    </span>
  );
}
