import type { DateField } from '../../../runtime/codegen/descriptors.js';
import type { Schema } from '../../emit/openapi/schema.js';
import { timestampSchema } from '../../emit/openapi/values.js';
import { coreType } from '../../emit/sdk/core-names.js';
import { code, raw } from '../../print/code.js';
import { exampleDate, exampleTime } from '../example-values.js';
import { comparison } from '../families/filters.js';
import { valueType } from '../families/values.js';
import type { FieldType } from '../field-type.js';

const day: Schema = { type: 'string', format: 'date' };
/** A plain date means its first moment. */
const moment: Schema = { anyOf: [{ type: 'string', format: 'date-time' }, day] };

/** A day, or with `time` a timestamp. */
export const date: FieldType<DateField> = valueType({
  rule: ({ time }, { call }) => call(time ? 'timestamp' : 'date'),
  inputSchema: ({ time }) => (time ? timestampSchema : day),
  outputSchema: ({ time }) => (time ? timestampSchema : day),
  types: () => [raw('string')],
  filter: comparison({
    name: ({ time }) => (time ? 'Timestamp' : 'Date'),
    value: ({ time }) => (time ? moment : day),
    types: () => [raw('string')],
    single: ({ time }) => code`${coreType(time ? 'TimestampFilter' : 'DateFilter')}`,
  }),
  example: {
    isTelling: true,
    value: ({ descriptor }) => (descriptor.time ? exampleTime : exampleDate),
    test: ({ time }) => ({ gte: time ? exampleTime : exampleDate }),
  },
});
