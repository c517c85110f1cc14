import type { Value } from '../../../api/documents.js';
import type { ListField } from '../columns.js';

/** The props of an input for the operand of a condition. */
export interface OperandProps {
  readonly field: ListField;
  readonly value: Value | undefined;
  /** Called with undefined while the input is incomplete. */
  readonly onChange: (value: Value | undefined) => void;
}
