import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import './tabs.css';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly id: string; readonly label: ReactNode; readonly content: ReactNode }[];
  readonly value?: string;
  readonly onChange?: (id: string) => void;
  /** The hidden parts stay in the page. Default: only the visible one is rendered. */
  readonly isKept?: boolean;
}

/** Parts of a screen, one of which is visible; arrow keys move between the tabs. */
export function Tabs({ label, tabs, value, onChange, isKept = false }: TabsProps): ReactNode {
  return (
    <Radix.Root
      {...(value === undefined ? { defaultValue: tabs[0]?.id ?? '' } : { value })}
      {...(onChange && { onValueChange: onChange })}
    >
      <Radix.List className="tabs-list" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.id} value={tab.id} className="tab">
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.id}
          value={tab.id}
          className="tab-panel"
          {...(isKept && { forceMount: true, hidden: tab.id !== value, tabIndex: -1 })}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
