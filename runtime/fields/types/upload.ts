import type { UploadFieldConfig, UploadListFieldConfig } from '../../config/field-config.js';
import { typeList } from '../../config/validate/media-type-list.js';
import { issueOfRelation, relation, relationOptions } from '../families/relation.js';
import type { RelationshipField } from '../field-descriptor.js';
import type { WithRules } from '../field-type.js';
import type { RelationType } from '../structured-type.js';

type UploadConfig = UploadFieldConfig | UploadListFieldConfig;

const manyHint = "it is type: 'upload', hasMany: true";

/**
 * A relation to documents with files, of certain types if wanted.
 *
 * @internal
 */
export const upload: RelationType<RelationshipField> & WithRules<UploadConfig> = {
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
