import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { segment } from '../../../templates/sdk/methods.js';
import type { Api } from '../api/api.js';
import { useApi } from '../api/api-context.js';
import type { Document } from '../api/documents.js';
import { useAuthMeta } from '../api/meta-context.js';
import type { OwnPictureProps } from '../app/own-picture.js';
import { FileThumbnail } from './file-thumbnail.js';
import { pictureField, pictureOf } from './picture-field.js';

/** The picture of the signed-in user, where users have one. */
export function OwnPicture({ fallback }: OwnPictureProps): ReactNode {
  const api = useApi();
  const auth = useAuthMeta();
  const field = auth === null ? undefined : pictureField({ fields: auth.profile });
  const { data: user } = useQuery({
    ...ownPictureQuery(api, auth?.user.id ?? '', field?.name ?? ''),
    enabled: field !== undefined,
  });
  const file = user === undefined ? null : pictureOf(user, field);
  return file === null ? fallback : <FileThumbnail document={file} pixels={32} />;
}

/** Reads the picture of a user: the field holds the document with the file. */
function ownPictureQuery(api: Api, id: string, field: string) {
  return queryOptions({
    queryKey: ['collection', 'users', 'picture', id, field],
    queryFn: ({ signal }) =>
      api.call<Document>('GET', `users/${segment(id)}?depth=1&select=${segment(field)}`, undefined, {
        signal,
      }),
  });
}
