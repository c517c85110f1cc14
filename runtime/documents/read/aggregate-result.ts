import type { JsonObject } from '../../util/json.js';

/** What `POST /api/{slug}/aggregate` returns. */
export interface AggregateResult {
  readonly groups: readonly JsonObject[];
  /** Whether there are more groups than the limit. */
  readonly hasMore: boolean;
}
