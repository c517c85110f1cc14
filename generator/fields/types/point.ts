import type { PointField } from '../../../runtime/codegen/descriptors.js';
import type { Context } from '../../emit/openapi/context.js';
import { closedObject, type Schema, type SchemaOrReference } from '../../emit/openapi/schema.js';
import { coreType } from '../../emit/sdk/core-names.js';
import { code, raw } from '../../print/code.js';
import { valueType } from '../families/values.js';
import type { FieldFilter, FieldType } from '../field-type.js';

const number: Schema = { type: 'number' };
const longitude: Schema = { type: 'number', minimum: -180, maximum: 180 };
const latitude: Schema = { type: 'number', minimum: -90, maximum: 90 };

/** Longitude and latitude; GeoJSON allows an altitude after them. */
const position: Schema = { type: 'array', items: number, minItems: 2, maxItems: 3 };

const area: Schema = {
  description: 'A circle (radius in metres), a box `[west, south, east, north]` or a GeoJSON polygon.',
  anyOf: [
    closedObject({ center: position, radius: { type: 'number', minimum: 0 } }),
    {
      type: 'array',
      prefixItems: [longitude, latitude, longitude, latitude],
      items: number,
      minItems: 4,
      maxItems: 4,
    },
    closedObject(
      {
        type: { type: 'string', enum: ['Polygon'] },
        coordinates: { type: 'array', items: { type: 'array', items: position, minItems: 4 }, minItems: 1 },
        bbox: {},
      },
      ['type', 'coordinates'],
    ),
  ],
};

const filter: FieldFilter<PointField> = {
  schemaName: () => 'GeoPointFilter',
  operand: (_descriptor, operator) => (operator === 'within' ? area : { type: 'boolean' }),
  type: () => code`${coreType('PointFilter')}`,
};

/** A point on the earth: `[longitude, latitude]`. */
export const point: FieldType<PointField> = valueType({
  rule: (_descriptor, { call }) => call('point'),
  inputSchema: (_descriptor, context) => pointSchema(context),
  outputSchema: (_descriptor, { context }) => pointSchema(context),
  types: () => [raw('[longitude: number, latitude: number]')],
  inputTypes: () => [code`${coreType('GeoPosition')}`],
  filter,
  example: {
    isTelling: false,
    value: () => [13.4, 52.5],
    test: () => null,
  },
});

function pointSchema({ names, components }: Context): SchemaOrReference {
  return components.schema(names.shared('GeoPoint'), () => ({
    description: 'Longitude and latitude in degrees, in this order.',
    type: 'array',
    prefixItems: [longitude, latitude],
    items: { type: 'number' },
    minItems: 2,
    maxItems: 2,
  }));
}
