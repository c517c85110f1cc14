import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../api/api-context.js';
import { useAuthMeta } from '../api/meta-context.js';
import type { OwnPictureProps } from '../app/own-picture.js';
import { FileThumbnail } from '../files/file-thumbnail.js';
import { pictureField, pictureOf } from '../files/picture-field.js';
import { ownPictureQuery } from './user.js';

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
