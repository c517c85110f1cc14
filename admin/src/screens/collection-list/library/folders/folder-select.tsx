import type { ReactNode } from 'react';
import { useTexts } from '../../../../i18n/language.js';
import { Field } from '../../../../ui/field.js';
import { Select } from '../../../../ui/inputs.js';
import type { PlacedFolder } from './folder-tree.js';
import { folderTexts } from './texts.js';

interface FolderSelectProps {
  /** The name of the top. */
  readonly top: string;
  readonly folders: readonly PlacedFolder[];
  /** The id of the chosen folder; empty at the top. */
  readonly value: string;
  readonly isFixed: boolean;
  readonly issue?: string | undefined;
  readonly onChange: (id: string) => void;
}

/** Chooses a folder from the tree of them. */
export function FolderSelect({
  top,
  folders,
  value,
  isFixed,
  issue,
  onChange,
}: FolderSelectProps): ReactNode {
  const t = useTexts(folderTexts);
  return (
    <Field label={t.target} error={issue}>
      {(control) => (
        <Select
          {...control}
          value={value}
          disabled={isFixed}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{top}</option>
          {folders.map(({ id, name, level }) => (
            <option key={id} value={id}>
              {`${'\u2003'.repeat(level + 1)}${name}`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
