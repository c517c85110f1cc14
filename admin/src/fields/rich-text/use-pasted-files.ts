import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../../api/api-context.js';
import { useMeta } from '../../api/meta-context.js';
import { forgetCollection } from '../../api/queries.js';
import { creationOfFile } from '../../files/file-fields.js';
import { kindOfType } from '../../files/file-kind.js';
import type { SendFile } from './pending-upload.js';

/** Sends files of a paste to the first collection that takes them and needs nothing else. */
export function usePastedFiles(): SendFile {
  const api = useApi();
  const queries = useQueryClient();
  const { collections } = useMeta();
  return useMemo(
    () => (file) => {
      const meta = collections.find((each) => {
        const { upload, can } = each;
        if (upload === undefined || can.create === false || can.read === false) return false;
        return (
          upload.mimeTypes.includes(file.type) &&
          file.size <= upload.maxBytes &&
          creationOfFile(each) !== null
        );
      });
      if (meta === undefined) return null;
      const lacksAlt = meta.upload?.needsAlt === true && meta.drafts && kindOfType(file.type) === 'image';
      return (async () => {
        const { sendFile } = await import('../../files/send-file.js');
        const draft = creationOfFile(meta) === 'draft' || lacksAlt;
        const { id } = await sendFile(api, { meta, file, draft });
        await forgetCollection(queries, meta.slug);
        return { collection: meta.slug, id };
      })();
    },
    [api, queries, collections],
  );
}
