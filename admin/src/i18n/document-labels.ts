import { createContext, useContext } from 'react';

/** The label of a collection or global by its name in the API, such as `posts` or `globals.site`. */
export type LabelOf = (name: string) => string | undefined;

const DocumentLabels = createContext<LabelOf>(() => undefined);

export const DocumentLabelsProvider = DocumentLabels.Provider;

/** Returns a function without labels where the metadata is not loaded, such as before the login. */
export function useDocumentLabels(): LabelOf {
  return useContext(DocumentLabels);
}
