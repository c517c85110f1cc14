import { type Reason, reason } from '../../errors/reasons/reason.js';
import { issueAt, ServiceError } from '../../errors/service-error.js';
import {
  FileTooLarge,
  InvalidFile,
  type InvalidFileReason,
  UnlistedType,
} from '../content/content-errors.js';
import {
  ImageProcessEnded,
  ImagesClosed,
  ImageUnwanted,
  MadeElsewhere,
  QueueFull,
  TooManyImages,
} from '../images/image-errors.js';
import { FileMissing, StorageAway, StorageFull } from '../storage/file-storage.js';

const invalid = {
  empty: 'file.empty',
  contradictsType: 'file.contradictsType',
  contradictsExtension: 'file.contradictsExtension',
  badText: 'file.badText',
  corrupt: 'file.corrupt',
  truncated: 'file.truncated',
  tooManyPixels: 'file.tooManyPixels',
  tooManyFrames: 'file.tooManyFrames',
  metadataStays: 'file.metadataStays',
  undecodable: 'file.undecodable',
} as const satisfies Record<InvalidFileReason, string>;

function reasonOf({ reason: why, details: { max } }: InvalidFile): Reason {
  if ((why === 'tooManyPixels' || why === 'tooManyFrames') && typeof max === 'number') {
    return reason(invalid[why], { max });
  }
  return reason(invalid[why === 'tooManyPixels' || why === 'tooManyFrames' ? 'undecodable' : why]);
}

/** The error of a response for what is wrong with a file or its storage; any other error as it is. */
export function asServiceError(error: unknown): unknown {
  if (error instanceof UnlistedType) {
    const { found, types } = error;
    return new ServiceError('UNSUPPORTED_MEDIA_TYPE', reason('file.unlistedType', { found, types }));
  }
  if (error instanceof FileTooLarge) {
    return new ServiceError('PAYLOAD_TOO_LARGE', reason('file.tooLarge', { max: error.maxBytes }));
  }
  if (error instanceof InvalidFile) {
    const details = [issueAt('file', reasonOf(error))];
    return new ServiceError('INVALID_FILE', reason('issues.first'), { details });
  }
  if (
    error instanceof QueueFull ||
    error instanceof ImagesClosed ||
    error instanceof ImageUnwanted ||
    error instanceof ImageProcessEnded
  ) {
    return new ServiceError('UNAVAILABLE', reason('images.queueFull'), { cause: error, retryAfter: 5 });
  }
  if (error instanceof MadeElsewhere)
    return new ServiceError('UNAVAILABLE', reason('images.beingMade'), { cause: error, retryAfter: 5 });
  if (error instanceof TooManyImages)
    return new ServiceError('RATE_LIMITED', reason('images.tooManyOfRequester'), { retryAfter: 5 });
  if (error instanceof StorageFull) return new ServiceError('INSUFFICIENT_STORAGE', reason('storage.full'));
  if (error instanceof StorageAway || error instanceof FileMissing) {
    return new ServiceError('UNAVAILABLE', reason('storage.away'), { cause: error, retryAfter: 5 });
  }
  return error;
}
