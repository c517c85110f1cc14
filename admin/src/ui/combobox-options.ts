import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  /** Shown after the label, to distinguish options with the same label. */
  readonly note?: string;
  readonly disabled?: boolean;
}

/** The result of a search: some options, and whether there are more. */
export interface ComboboxMatches {
  readonly options: readonly ComboboxOption[];
  readonly hasMore: boolean;
}

export interface ComboboxSearch {
  /** Query key of the search: `['relation', 'authors']`. */
  readonly key: readonly unknown[];
  /** Finds matching options; an empty text returns the first few. It never returns all. */
  readonly find: (text: string, signal: AbortSignal) => Promise<ComboboxMatches>;
}

interface Found extends Partial<ComboboxMatches> {
  readonly isLoading: boolean;
  readonly error: unknown;
}

/** Searches when typing pauses, and keeps the last result until there is a newer one. */
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

/** Returns the value after it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 180);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
