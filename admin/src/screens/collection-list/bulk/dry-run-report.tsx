import type { ReactNode } from 'react';
import { useErrorText } from '../../../i18n/error-text.js';
import { useFormats } from '../../../i18n/formats.js';
import { useTexts } from '../../../i18n/language.js';
import { Notice } from '../../../ui/states.js';
import { listTexts } from '../texts.js';
import type { DryRun } from './dry-run.js';

const maxNamed = 20;

interface DryRunReportProps {
  readonly dryRun: DryRun;
  /** Number of all documents. */
  readonly count: number;
}

/** What would become of the documents, before it is done. */
export function DryRunReport({ dryRun, count }: DryRunReportProps): ReactNode {
  const t = useTexts(listTexts);
  const formats = useFormats();
  const errorText = useErrorText();
  const { tried, changed, unchanged, refused } = dryRun;
  return (
    <>
      <p>
        {t.bulkWillChange(changed.length)} {unchanged > 0 && t.bulkWillStay(unchanged)}
      </p>
      {tried < count && <p>{t.bulkTried(formats.number(tried), formats.number(count))}</p>}
      {changed.length > 0 && (
        <details>
          <summary>{t.bulkWhich}</summary>
          <ul className="bulk-effects">
            {changed.slice(0, maxNamed).map(({ id, title }) => (
              <li key={id}>{title || id}</li>
            ))}
            {changed.length > maxNamed && <li>{t.bulkRefusedMore(changed.length - maxNamed)}</li>}
          </ul>
        </details>
      )}
      {refused.length > 0 && (
        <Notice kind="danger">
          <p>{t.bulkWillFail(refused.length)}</p>
          <ul className="bulk-effects">
            {refused.slice(0, maxNamed).map(({ item, error }) => (
              <li key={item.id}>{`${item.title || item.id}: ${errorText(error)}`}</li>
            ))}
            {refused.length > maxNamed && <li>{t.bulkRefusedMore(refused.length - maxNamed)}</li>}
          </ul>
        </Notice>
      )}
    </>
  );
}
