import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  /** Behind the label: what tells it from others of the same name. */
  readonly note?: string;
  readonly disabled?: boolean;
}

/** What a search has found: a few, and whether there is more. */
export interface ComboboxMatches {
  readonly options: readonly ComboboxOption[];
  readonly hasMore: boolean;
}

export interface ComboboxSearch {
  /** Tells this search from others: `['relation', 'authors']`. */
  readonly key: readonly unknown[];
  /** Finds what fits; an empty text asks for the first few. Never all. */
  readonly find: (text: string, signal: AbortSignal) => Promise<ComboboxMatches>;
}

interface Found extends Partial<ComboboxMatches> {
  readonly isLoading: boolean;
  readonly error: unknown;
}

/** Asks when the typing pauses, and keeps what was found last until there is something newer. */
export function useComboboxOptions(search: ComboboxSearch, text: string, isOpen: boolean): Found {
  const settled = useSettled(text);
  const { data, isFetching, error } = useQuery({
    queryKey: ['combobox', ...search.key, settled],
    queryFn: ({ signal }) => search.find(settled, signal),
    enabled: isOpen,
    placeholderData: (before) => before,
  });
  return { ...data, isLoading: isFetching || settled !== text, error };
}

/** The value when it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 180);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
