import type { FieldType } from '../field-type.js';
import { relationship } from './relationship.js';

/** One or several documents with files. */
export const upload: FieldType = relationship;
