import { readStored, store } from '../../browser/stored.js';

/**
 * Whether `?` opens the list of shortcuts. A shortcut of one character can be switched off, since users of
 * speech input press such keys without intent (WCAG 2.1.4).
 */
export function opensByQuestionMark(): boolean {
  return readStored('question-mark') !== 'off';
}

export function setOpensByQuestionMark(isOn: boolean): void {
  store('question-mark', isOn ? null : 'off');
}
