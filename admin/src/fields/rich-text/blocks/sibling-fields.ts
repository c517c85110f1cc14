/** The fields beside a field: a rich text finds the blocks field whose blocks it shows. */
import { createContext, useContext, useMemo } from 'react';
import type { AdminFieldMeta } from '../../../../../runtime/codegen/admin-meta.js';
import type { Path } from '../../../documents/path.js';

const SiblingFields = createContext<readonly AdminFieldMeta[]>([]);

export const SiblingFieldsProvider = SiblingFields.Provider;

/** The blocks field of a rich text. */
export interface TextBlocks {
  readonly field: AdminFieldMeta;
  readonly path: Path;
}

/** Returns null for a rich text without blocks, and where the requester may not see them. */
export function useTextBlocks({ blocksField }: AdminFieldMeta, path: Path): TextBlocks | null {
  const siblings = useContext(SiblingFields);
  const at = path.join('.');
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal path may be another list.
  return useMemo(() => {
    const field = siblings.find(({ name }) => name === blocksField);
    return field === undefined ? null : { field, path: [...path.slice(0, -1), field.name] };
  }, [siblings, blocksField, at]);
}

/** The fields that a form draws by themselves: blocks of a rich text are drawn in the text. */
export function drawnFields(fields: readonly AdminFieldMeta[]): readonly AdminFieldMeta[] {
  const inTexts = new Set(
    fields.flatMap(({ blocksField, hidden, widget }) =>
      blocksField === undefined || hidden === true || widget !== undefined ? [] : [blocksField],
    ),
  );
  return fields.filter(({ name, hidden }) => hidden !== true && !inTexts.has(name));
}
