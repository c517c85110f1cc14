import { type Reason, reason } from '../../errors/reasons/reason.js';
import { badInput, issueAt } from '../../errors/service-error.js';
import { AnswerSize } from './answer-size.js';

/**
 * Max bytes of a response. A document is serialized once, but the response contains it once for each path
 * that leads to it.
 */
const maxBytes = 32 * 1024 * 1024;

/**
 * Limits the texts of one level while they are built: a response that is too large is refused before it is
 * complete.
 */
export class BoundedAnswer {
  readonly #size: AnswerSize = new AnswerSize(maxBytes);

  /**
   * Adds a text that is about to be put into a document.
   *
   * @throws ServiceError BAD_USER_INPUT when the response becomes too large.
   */
  inside(text: string | null): string | null {
    if (text !== null && !this.#size.addPart(text)) throw tooManyBytes();
    return text;
  }

  /**
   * Adds a serialized document.
   *
   * @throws ServiceError BAD_USER_INPUT when the response becomes too large.
   */
  add(text: string): void {
    if (!this.#size.add(text)) throw tooManyBytes();
  }
}

function tooManyBytes(): Error {
  return tooLarge(reason('response.tooManyBytes', { mebibytes: maxBytes / 1024 / 1024 }));
}

export function tooLarge(why: Reason): Error {
  return badInput(why, [issueAt('depth', why)]);
}
