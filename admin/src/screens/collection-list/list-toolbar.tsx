import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/language.js';
import { Button } from '../../ui/button.js';
import { SearchInput } from '../../ui/inputs.js';
import { listTexts } from './texts.js';

interface ListToolbarProps {
  readonly label: string;
  /** Null where the list has no text to search. */
  readonly search: string | null;
  readonly onSearch: (search: string) => void;
  readonly conditions: number;
  readonly isFilterOpen: boolean;
  readonly onFilter: () => void;
  /** The controls for columns, views and export. */
  readonly children: ReactNode;
}

export function ListToolbar(props: ListToolbarProps): ReactNode {
  const { label, search, onSearch, conditions, isFilterOpen, onFilter, children } = props;
  const t = useTexts(listTexts);
  return (
    <search className="list-toolbar">
      {search !== null && <Search label={t.search(label)} search={search} onSearch={onSearch} />}
      <Button icon="filter" aria-expanded={isFilterOpen} aria-controls="list-filter" onClick={onFilter}>
        {t.filterCount(conditions)}
      </Button>
      <span className="list-space" />
      {children}
    </search>
  );
}

interface SearchProps {
  readonly label: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** Searches after a pause in typing, and at once on Enter. */
function Search({ label, search, onSearch }: SearchProps): ReactNode {
  const [text, setText] = useState(search);
  const sent = useRef(search);
  const send = useRef(onSearch);
  send.current = onSearch;
  // Another view was opened.
  if (sent.current !== search) {
    sent.current = search;
    setText(search);
  }
  useEffect(() => {
    if (text === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = text;
      send.current(text);
    }, 250);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchInput
      className="list-search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
