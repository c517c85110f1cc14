import { type ReactNode, useId, useState } from 'react';
import { DescriptionText } from '../ui/description-text.js';
import { Icon } from '../ui/icon.js';
import { FieldList } from './field-view.js';
import { isClosedField, useErrorBelow, useField } from './form-context.js';
import type { WidgetProps } from './widget.js';

/** `group`: its fields under its name, which folds them away. */
export function GroupWidget({ field, path }: WidgetProps): ReactNode {
  const { id, labelId } = useField(field, path);
  const [isOpen, setIsOpen] = useState(true);
  const panel = useId();
  // An error inside opens it: a link of the summary must have something to lead to.
  const hasError = useErrorBelow(path);
  const isShown = isOpen || hasError;
  return (
    <section className="group" id={id} tabIndex={-1} aria-labelledby={labelId} data-field={field.path}>
      <h3 className="group-head">
        <button
          type="button"
          id={labelId}
          className="group-toggle"
          aria-expanded={isShown}
          aria-controls={panel}
          onClick={() => setIsOpen(!isShown)}
        >
          <Icon name={isShown ? 'chevronDown' : 'chevronRight'} mirrored />
          {field.label}
          {isClosedField(field) && <Icon name="lock" />}
        </button>
      </h3>
      <div id={panel} className="group-body" hidden={!isShown}>
        {field.description !== undefined && (
          <p className="field-description">
            <DescriptionText text={field.description} />
          </p>
        )}
        <FieldList fields={field.fields ?? []} path={path} />
      </div>
    </section>
  );
}
