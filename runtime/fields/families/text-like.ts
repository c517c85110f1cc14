import { reason } from '../../errors/reasons/reason.js';
import { type Issue, issueAt } from '../../errors/service-error.js';
import type { JsonValue } from '../../util/json.js';
import { faultOfText } from '../../util/storable-text.js';
import type { FieldBase } from '../field-base.js';
import type { ValueFieldType } from '../field-type.js';
import { misfit } from '../fitting.js';
import { readText } from '../operand.js';
import { equality, type Operator, order } from '../operators.js';
import type { OneColumn } from './one-column.js';
import { singleValue } from './single-value.js';

/** Of texts that can be searched. */
const search: readonly Operator[] = [...equality, 'contains', 'not_contains', ...order];

/** The type of fields whose value is a text. */
export function textLike<Field extends FieldBase & OneColumn, Config>(
  describe: ValueFieldType<Field, Config>['describe'],
  operators: readonly Operator[] = search,
): ValueFieldType<Field, Config> {
  return singleValue<Field, Config>({
    describe,
    columnType: () => 'text',
    valueKind: () => 'text',
    operators,
    reader: () => readText,
    complete: completeText,
  });
}

function completeText(_field: object, value: JsonValue, path: string, issues: Issue[]): string {
  if (typeof value !== 'string') throw misfit(path, 'a text', value);
  const fault = faultOfText(value);
  if (fault !== null) {
    issues.push(issueAt(path, reason(fault === 'surrogate' ? 'text.surrogate' : 'value.nulCharacter')));
  }
  return value;
}
