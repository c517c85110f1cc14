/** Whether a text has only white space, which `required` refuses. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}
