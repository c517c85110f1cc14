import { notCompared } from '../families/not-compared.js';
import type { JoinField } from '../field-descriptor.js';
import type { FieldType } from '../field-type.js';

export const join: FieldType<JoinField> = {
  ...notCompared,
  describe({ collection, on, limit = 10, sort, where }, { defaultSort }) {
    return { collection, on, limit, sort: sort ?? defaultSort(collection), where };
  },
  isList: () => false,
  columns: () => [],
  operators: () => [],
};
