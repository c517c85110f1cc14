import { typeList } from '../../config/validate/media-type-list.js';
import { issueOfRelation, relation, relationOptions } from '../families/relation.js';
import type { TypeModule } from '../field-type.js';

const manyHint = "it is type: 'upload', hasMany: true";

/**
 * A relation to documents with files, of certain types if wanted.
 *
 * @internal
 */
export const upload: TypeModule<'upload'> = {
  ...relation,
  describe: (config, at) => ({
    ...relation.describe(config, at),
    mimeTypes: config.type === 'upload' ? config.mimeTypes : undefined,
  }),
  config: {
    noun: 'an upload field',
    options: { ...relationOptions, mimeTypes: typeList },
    required: ['to'],
    issueOf: issueOfRelation,
    otherNames: { asset: null, file: null, 'file-image': null, files: manyHint, image: null, media: null },
  },
};
