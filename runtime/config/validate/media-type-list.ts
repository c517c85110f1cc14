import { type Check, distinct, listOf, must } from './checks.js';

const mediaType = /^[a-z0-9][a-z0-9.+-]*\/(?:\*|[a-z0-9][a-z0-9.+_-]*)$/;

/** Whether a text has the form of a media type, or of one with any subtype. */
export function isMediaType(type: unknown): type is string {
  return typeof type === 'string' && mediaType.test(type);
}

/** A list of media types, such as `application/pdf` and `video/*`. */
export const typeList: Check = (value, place, problems) => {
  const entry = must('a media type in lower case, such as "application/pdf" or "video/*"', isMediaType);
  distinct(listOf(entry))(value, place, problems);
  if (Array.isArray(value) && value.length === 0) problems.add(place, 'must not be empty');
};
