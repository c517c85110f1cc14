import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/language.js';
import { Button, IconButton } from '../../ui/button.js';
import { Checkbox } from '../../ui/inputs.js';
import { Popover } from '../../ui/popover.js';
import type { ListField } from './columns.js';
import { listTexts } from './texts.js';

interface ColumnChooserProps {
  readonly fields: readonly ListField[];
  readonly columns: readonly ListField[];
  readonly isChosen: boolean;
  /** Called with the paths of the columns; null for the columns of the config. */
  readonly onChange: (columns: readonly string[] | null) => void;
}

/** Chooses the columns and their order. */
export function ColumnChooser({ fields, columns, isChosen, onChange }: ColumnChooserProps): ReactNode {
  const t = useTexts(listTexts);
  const shown = columns.map(({ path }) => path);
  const rest = fields.filter(({ path }) => !shown.includes(path));
  const move = (from: number, to: number): void => {
    const next = [...shown];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next.slice(1));
  };
  return (
    <Popover
      label={t.columns}
      align="end"
      className="columns-box"
      trigger={
        <Button icon="columns" variant="ghost" className="list-tool">
          {t.columns}
        </Button>
      }
    >
      <p className="columns-hint">{t.columnsHint}</p>
      <ul className="columns-list">
        {columns.map(({ path, label }, index) => (
          <li key={path} className="columns-line">
            <Checkbox
              label={label}
              checked
              disabled={index === 0}
              onChange={() => onChange(shown.slice(1).filter((each) => each !== path))}
            />
            {index > 0 && (
              <span className="columns-moves">
                <IconButton
                  icon="arrowUp"
                  size="small"
                  label={t.moveUp(label)}
                  disabled={index === 1}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  icon="arrowDown"
                  size="small"
                  label={t.moveDown(label)}
                  disabled={index === columns.length - 1}
                  onClick={() => move(index, index + 1)}
                />
              </span>
            )}
          </li>
        ))}
        {rest.map(({ path, label }) => (
          <li key={path} className="columns-line">
            <Checkbox label={label} checked={false} onChange={() => onChange([...shown.slice(1), path])} />
          </li>
        ))}
      </ul>
      <Button size="small" icon="undo" disabled={!isChosen} onClick={() => onChange(null)}>
        {t.columnsReset}
      </Button>
    </Popover>
  );
}
