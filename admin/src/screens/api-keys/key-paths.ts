import { segment } from '../../../../templates/sdk/methods.js';
import { paths } from '../../app/paths.js';

export const keyPaths = {
  create: `${paths.apiKeys}/new`,
  edit: (id: string): string => `${paths.apiKeys}/${segment(id)}`,
} as const;
