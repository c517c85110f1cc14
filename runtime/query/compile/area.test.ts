import { beforeAll, expect, test } from 'vitest';
import { type ContentDatabase, openContentDatabase } from '../../../tests/query/support/content-database.js';
import { describeConfig } from '../../codegen/describe-config.js';
import { defineConfig } from '../../config/index.js';

const contract = describeConfig(
  defineConfig({ collections: [{ slug: 'spots', fields: [{ name: 'at', type: 'point' }] }] }),
);

const spots: Readonly<Record<string, readonly [longitude: number, latitude: number]>> = {
  berlin: [13.4, 52.5],
  fiji: [179.9, -17],
  greenwich: [0, 51.5],
  north: [45, 89.9],
  pole: [0, 90],
  samoa: [-179.9, -17],
  south: [120, -89.9],
  zero: [0, 0],
};

let database: ContentDatabase;

beforeAll(() => {
  database = openContentDatabase(contract);
  for (const [id, at] of Object.entries(spots)) database.insert('spots', { id, at: [...at] });
});

const within = (area: unknown): readonly string[] =>
  database.list('spots', { where: { at: { within: area } }, sort: 'id', limit: 100 }).ids;

test.each<[readonly number[], readonly string[]]>([
  [[0, 0, 0, 0], ['zero']],
  [
    [-1, 51, 14, 53],
    ['berlin', 'greenwich'],
  ],
  [[13.4, 52.5, 20, 60], ['berlin']],
  [
    [0, 51.5, 13.4, 52.5],
    ['berlin', 'greenwich'],
  ],
  [[13.5, 52, 20, 60], []],
  // From east to west: it crosses the antimeridian.
  [
    [179, -20, -179, -10],
    ['fiji', 'samoa'],
  ],
  [[-180, -90, 180, 90], Object.keys(spots)],
])('the box %j holds %j', (box, ids) => {
  expect(within(box)).toEqual(ids);
});

const circle = (longitude: number, latitude: number, radius: number): object => ({
  center: [longitude, latitude],
  radius,
});

test.each<[object, readonly string[]]>([
  [circle(13.4, 52.5, 0), ['berlin']],
  [circle(0, 90, 0), ['pole']],
  [circle(13.4, 52.5, 900_000), ['berlin']],
  [circle(13.4, 52.5, 950_000), ['berlin', 'greenwich']],
  [circle(180, -17, 10_000), []],
  [circle(180, -17, 11_000), ['fiji', 'samoa']],
  [circle(179.95, -17, 6_000), ['fiji']],
  [circle(-179.95, -17, 6_000), ['samoa']],
  [circle(179.95, -17, 20_000), ['fiji', 'samoa']],
  [circle(-179.95, -17, 20_000), ['fiji', 'samoa']],
  // Around a pole all longitudes are near.
  [circle(-135, 89.9, 12_000), ['pole']],
  [circle(-135, 89.9, 23_000), ['north', 'pole']],
  [circle(-60, -89.9, 23_000), ['south']],
  [circle(0, 0, 20_100_000), Object.keys(spots)],
])('the circle %j holds %j', (area, ids) => {
  expect(within(area)).toEqual(ids);
});

const polygon = (...coordinates: readonly (readonly (readonly number[])[])[]): object => ({
  type: 'Polygon',
  coordinates,
});
const around = (west: number, south: number, east: number, north: number): readonly (readonly number[])[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

test.each<[string, object, readonly string[]]>([
  ['a square', polygon(around(-1, 51, 14, 53)), ['berlin', 'greenwich']],
  ['a square with a hole', polygon(around(-1, 51, 14, 53), around(10, 52, 14, 53)), ['greenwich']],
  [
    'a triangle',
    polygon([
      [-1, 51],
      [14, 51],
      [-1, 53],
      [-1, 51],
    ]),
    ['greenwich'],
  ],
  ['a square in the south', polygon(around(170, -30, 180, -10)), ['fiji']],
  ['a square in the west', polygon(around(-180, -30, -170, -10)), ['samoa']],
])('%s holds what is inside', (_, area, ids) => {
  expect(within(area)).toEqual(ids);
});
