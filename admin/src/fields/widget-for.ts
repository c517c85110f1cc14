import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import { BooleanWidget } from './boolean-widget.js';
import { ColorWidget } from './color-widget.js';
import { CustomWidget } from './custom-widget.js';
import { DateWidget } from './date-widget.js';
import { GroupWidget } from './group-widget.js';
import { JoinWidget } from './join-widget.js';
import { JsonWidget } from './json-widget.js';
import { NumberWidget } from './number-widget.js';
import { PointWidget } from './point-widget.js';
import { RelationshipWidget } from './relationship/relationship-widget.js';
import { RichTextWidget } from './rich-text/rich-text-widget.js';
import { ArrayWidget, BlocksWidget } from './rows/rows-widget.js';
import { SelectWidget } from './select-widget.js';
import { SlugWidget } from './slug-widget.js';
import { TagsWidget } from './tags-widget.js';
import { TextWidget } from './text-widget.js';
import { fieldTypeOf } from './types/index.js';
import type { Widget, Widgets } from './widget.js';

const widgets: Widgets = {
  text: TextWidget,
  tags: TagsWidget,
  richText: RichTextWidget,
  slug: SlugWidget,
  number: NumberWidget,
  boolean: BooleanWidget,
  date: DateWidget,
  select: SelectWidget,
  color: ColorWidget,
  json: JsonWidget,
  point: PointWidget,
  relationship: RelationshipWidget,
  join: JoinWidget,
  group: GroupWidget,
  array: ArrayWidget,
  blocks: BlocksWidget,
};

/** Returns the widget that renders a field. Forms pass it on, since groups and rows render fields too. */
export function widgetFor(field: AdminFieldMeta): Widget {
  return field.widget === undefined ? widgets[fieldTypeOf(field).widget(field)] : CustomWidget;
}
