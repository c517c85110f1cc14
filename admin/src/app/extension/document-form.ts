import { type Context, createContext } from 'react';
import type { DocumentForm, DocumentName } from '../../../../runtime/extension/extension-types.js';

/** The form around a widget of an extension, for `useDocument`. */
export const DocumentFormContext: Context<DocumentForm<DocumentName> | null> =
  createContext<DocumentForm<DocumentName> | null>(null);
