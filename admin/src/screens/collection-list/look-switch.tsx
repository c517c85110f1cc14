import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/language.js';
import { IconButton } from '../../ui/button.js';
import type { ListLook } from './list-state.js';
import { listTexts } from './texts.js';

interface LookSwitchProps {
  readonly look: ListLook;
  readonly onChange: (look: ListLook) => void;
}

/** Shows the documents as a table or as cards. */
export function LookSwitch({ look, onChange }: LookSwitchProps): ReactNode {
  const t = useTexts(listTexts);
  return (
    <fieldset className="list-looks" aria-label={t.look}>
      {(['table', 'grid'] as const).map((each) => (
        <IconButton
          key={each}
          icon={each === 'grid' ? 'grid' : 'list'}
          label={each === 'grid' ? t.lookCards : t.lookTable}
          aria-pressed={look === each}
          onClick={() => onChange(each)}
        />
      ))}
    </fieldset>
  );
}
