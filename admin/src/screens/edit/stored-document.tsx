import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { isSvcError } from '../../../../templates/sdk/errors.js';
import { NotFoundScreen } from '../../app/not-found-screen.js';
import type { DocumentSource } from '../../documents/document-source.js';
import { hasRichText, richTextEditor } from '../../fields/rich-text/editor-part.js';
import { ErrorState, LoadingScreen } from '../../ui/states.js';
import { DocumentEditor } from './document-editor.js';
import { documentStateQuery, rightsQuery } from './use-document-state.js';

interface StoredDocumentProps {
  readonly source: DocumentSource;
  readonly crumbs: readonly { readonly label: string; readonly to: string }[];
}

/** Reads a document and the requester's rights to it, then shows the editor. */
export function StoredDocument({ source, crumbs }: StoredDocumentProps): ReactNode {
  const document = useQuery(documentStateQuery(source));
  const rights = useQuery(rightsQuery(source));
  const isWritten = hasRichText(source.meta.fields);
  useEffect(() => {
    // Beside the document, not after it. A failure is told by the field.
    if (isWritten) richTextEditor.load().catch(() => undefined);
  }, [isWritten]);
  const error =
    document.data === undefined ? document.error : rights.data === undefined ? rights.error : null;
  if (isSvcError(error) && error.code === 'NOT_FOUND') return <NotFoundScreen />;
  if (error !== null) {
    const retry = (): void => {
      void document.refetch();
      void rights.refetch();
    };
    return <ErrorState error={error} onRetry={retry} />;
  }
  if (document.data === undefined || rights.data === undefined) return <LoadingScreen shape="form" />;
  return (
    <DocumentEditor
      key={source.name}
      source={source}
      document={document.data}
      rights={rights.data}
      crumbs={crumbs}
    />
  );
}
