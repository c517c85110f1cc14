import { type ReactNode, useId, useRef } from 'react';
import type { AdminLayoutPart } from '../../../../runtime/codegen/admin-meta.js';
import { type LayoutItem, namesIn } from '../../documents/arrangement.js';
import type { Path } from '../../documents/path.js';
import { DescriptionText } from '../../ui/description-text.js';
import { Icon } from '../../ui/icon.js';
import { useFormState } from '../form-context.js';
import { DeeperHeadings, GroupHeading } from '../group-heading.js';
import { useRevealed } from './reveal.js';
import { errorsIn } from './use-condition.js';
import { useFold } from './use-fold.js';

interface CollapsibleProps {
  readonly part: AdminLayoutPart;
  readonly items: readonly LayoutItem[];
  readonly path: Path;
  readonly children: ReactNode;
}

/** Fields below a heading that folds them. */
export function Collapsible({ part, items, path, children }: CollapsibleProps): ReactNode {
  const [isOpen, open] = useFold({ path, part: part.id }, part.closed !== true);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const hasError = useFormState((state) => errorsIn(namesIn(items), path, state) > 0);
  useRevealed(panel, () => open(true));
  // An error inside opens it: it would not be found.
  const isShown = isOpen || hasError;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot hold a heading that folds its fields.
    <div className="group" role="group" aria-labelledby={`${id}-label`}>
      <GroupHeading className="group-head">
        <button
          type="button"
          id={`${id}-label`}
          className="group-toggle"
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => open(!isShown)}
        >
          <Icon name={isShown ? 'chevronDown' : 'chevronRight'} mirrored />
          {part.label}
        </button>
      </GroupHeading>
      <div ref={panel} id={id} className="group-body" hidden={!isShown}>
        {part.description !== undefined && (
          <p className="field-description">
            <DescriptionText text={part.description} />
          </p>
        )}
        <DeeperHeadings>{children}</DeeperHeadings>
      </div>
    </div>
  );
}
