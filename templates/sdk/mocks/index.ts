export type { MockErrorFields, MockFailure, ServerErrorCode } from './errors.js';
export { mocksOf } from './mocks.js';
export type { MockSchema } from './schema.js';
export type {
  Fixture,
  FixtureFields,
  FixtureOptions,
  MockCollection,
  MockGlobal,
  MockHttp,
  MockOptions,
  MockResponses,
  MockSession,
  ServiceMocks,
} from './types.js';
