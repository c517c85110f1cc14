import { type ReactNode, useId } from 'react';
import { DescriptionText } from '../ui/description-text.js';
import { Icon } from '../ui/icon.js';
import { FieldList } from './field-view.js';
import { isClosedField, useErrorBelow, useField } from './form-context.js';
import { DeeperHeadings, GroupHeading } from './group-heading.js';
import { useFold } from './layout/use-fold.js';
import type { WidgetProps } from './widget.js';

/** `group`: its fields below its name, which folds them. */
export function GroupWidget({ field, path }: WidgetProps): ReactNode {
  const { id, labelId } = useField(field, path);
  const [isOpen, open] = useFold({ path, part: null }, true);
  const panel = useId();
  // An error inside opens the group: a link of the summary needs a visible target.
  const hasError = useErrorBelow(path);
  const isShown = isOpen || hasError;
  return (
    // Not a landmark: a page of blocks would have dozens of them with the same names.
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot hold a heading that folds its fields.
    <div
      className="group"
      role="group"
      id={id}
      tabIndex={-1}
      aria-labelledby={labelId}
      data-field={field.path}
    >
      <GroupHeading className="group-head">
        <button
          type="button"
          id={labelId}
          className="group-toggle"
          aria-expanded={isShown}
          aria-controls={panel}
          onClick={() => open(!isShown)}
        >
          <Icon name={isShown ? 'chevronDown' : 'chevronRight'} mirrored />
          {field.label}
          {isClosedField(field) && <Icon name="lock" />}
        </button>
      </GroupHeading>
      <div id={panel} className="group-body" hidden={!isShown}>
        {field.description !== undefined && (
          <p className="field-description">
            <DescriptionText text={field.description} />
          </p>
        )}
        <DeeperHeadings>
          <FieldList fields={field.fields ?? []} layout={field.layout} path={path} />
        </DeeperHeadings>
      </div>
    </div>
  );
}
