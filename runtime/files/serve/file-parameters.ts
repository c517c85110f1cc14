import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { echo, inputIssue } from '../../fields/input-issue.js';
import type { ApiRequest } from '../../http/api.js';
import { parseQueryString } from '../../query/parse/query-string.js';
import { readShape } from '../../query/parse/read-shape.js';
import { nearTo } from '../../util/near-miss.js';
import type { Transform } from '../images/transform.js';
import { readTransform, transformNames } from './transform-parameters.js';

/** Parameters of the routes of files, of which each has some. */
export interface FileParameters {
  readonly isDownload: boolean;
  /** The view that is read; null for that of the requester. */
  readonly draft: boolean | null;
  /** Name of a size of the image; null for the image as it was sent. */
  readonly size: string | null;
  /** A size of the image by its properties; null for none. */
  readonly transform: Transform | null;
  /** Both as sent; empty if missing. */
  readonly expires: string;
  readonly signature: string;
}

/** What is needed to read the parameters of a request. */
export interface ParameterPlan extends Readonly<Parameters<typeof readShape>[1]> {
  readonly known: readonly string[];
  /** The collection whose images the route serves in other sizes. */
  readonly transforms?: CollectionDescriptor;
}

/** @throws ServiceError BAD_USER_INPUT */
export function fileParameters(
  request: ApiRequest,
  { known: own, transforms, ...plan }: ParameterPlan,
): FileParameters {
  const known = transforms === undefined ? own : [...own, ...transformNames(transforms)];
  const parameters = parseQueryString(request.search);
  for (const name of parameters.keys()) {
    if (!known.includes(name)) throw inputIssue(echo(name), reason('parameter.unknown', nearTo(name, known)));
  }
  const draft = parameters.get('draft');
  const given = new Map(draft === undefined ? [] : [['draft', draft]]);
  return {
    isDownload: parameters.has('download'),
    draft: readShape(given, plan).draft,
    size: parameters.has('size') ? textOf(parameters.get('size')) : null,
    transform: transforms === undefined ? null : readTransform(parameters, transforms),
    expires: textOf(parameters.get('expires')),
    signature: textOf(parameters.get('signature')),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
