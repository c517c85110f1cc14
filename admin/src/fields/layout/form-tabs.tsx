import { type ReactNode, useRef, useState } from 'react';
import type { AdminLayoutPart } from '../../../../runtime/codegen/admin-meta.js';
import { readSession, storeSession } from '../../browser/session-stored.js';
import { type LayoutItem, namesIn } from '../../documents/arrangement.js';
import type { Path } from '../../documents/path.js';
import { useTexts } from '../../i18n/language.js';
import { DescriptionText } from '../../ui/description-text.js';
import { Tabs } from '../../ui/tabs.js';
import { useForm, useFormState } from '../form-context.js';
import { useConfigFunctions } from './config-functions.js';
import { useRevealed } from './reveal.js';
import { layoutTexts } from './texts.js';
import { errorsIn, isShown } from './use-condition.js';

interface TabItem {
  readonly part: AdminLayoutPart;
  readonly items: readonly LayoutItem[];
}

interface FormTabsProps {
  readonly id: number;
  readonly tabs: readonly TabItem[];
  readonly path: Path;
  readonly draw: (items: readonly LayoutItem[]) => ReactNode;
}

/** Tabs of a form. All of them stay in the page, so that typed input and errors stay where they are. */
export function FormTabs({ id, tabs, path, draw }: FormTabsProps): ReactNode {
  const t = useTexts(layoutTexts);
  const { slug } = useForm();
  // Rows of a list share what is open: an editor goes through the same tab of each.
  const name = ['tab', slug, ...path.filter((step) => typeof step === 'string'), id].join('.');
  const [chosen, setChosen] = useState(() => readSession(name) ?? '');
  const open = (tab: string): void => {
    storeSession(name, tab);
    setChosen(tab);
  };
  const shown = useShownTabs(tabs, path);
  const isKnown = shown.some(({ part }) => String(part.id) === chosen);
  const current = isKnown ? chosen : String(shown[0]?.part.id);
  return (
    <Tabs
      label={t.tabs}
      value={current}
      onChange={open}
      isKept
      tabs={shown.map((tab) => ({
        id: String(tab.part.id),
        label: <TabLabel tab={tab} path={path} />,
        content: (
          <TabContent part={tab.part} onOpen={() => open(String(tab.part.id))}>
            {draw(tab.items)}
          </TabContent>
        ),
      }))}
    />
  );
}

/** The tabs whose conditions hold. */
function useShownTabs(tabs: readonly TabItem[], path: Path): readonly TabItem[] {
  const functions = useConfigFunctions();
  // A text, so that typing renders the tabs again only if one appears or disappears.
  const ids = useFormState((state) =>
    tabs
      .filter(({ part, items }) =>
        isShown({ condition: part.condition, names: namesIn(items) }, path, state, functions),
      )
      .map(({ part }) => part.id)
      .join(' '),
  ).split(' ');
  return tabs.filter(({ part }) => ids.includes(String(part.id)));
}

function TabLabel({ tab, path }: { readonly tab: TabItem; readonly path: Path }): ReactNode {
  const t = useTexts(layoutTexts);
  const { part, items } = tab;
  const errors = useFormState((state) => errorsIn(namesIn(items), path, state));
  return (
    <>
      {part.label}
      {errors > 0 && (
        <span className="tab-errors">
          <span aria-hidden="true">{errors}</span>
          <span className="visually-hidden">{t.errors(errors)}</span>
        </span>
      )}
    </>
  );
}

interface TabContentProps {
  readonly part: AdminLayoutPart;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

function TabContent({ part, onOpen, children }: TabContentProps): ReactNode {
  const content = useRef<HTMLDivElement>(null);
  useRevealed(content, onOpen);
  return (
    <div ref={content}>
      {part.description !== undefined && (
        <p className="layout-description">
          <DescriptionText text={part.description} />
        </p>
      )}
      {children}
    </div>
  );
}
