import type { IrNames } from '../ir/ir.js';

export interface ValidatorNames {
  readonly create: string;
  readonly update: string;
  readonly draft: string;
}

/** What `validators.ts` exports for a collection or global; a global has no `create`. */
export function validatorNames(names: IrNames): ValidatorNames {
  const stem = constantStem(names);
  return { create: `${stem}Create`, update: `${stem}Update`, draft: `${stem}Draft` };
}

/** The start of longer names: the constant `class_` has its suffix only because `class` alone is reserved. */
export function constantStem({ constant }: IrNames): string {
  return constant.replace(/_$/, '');
}
