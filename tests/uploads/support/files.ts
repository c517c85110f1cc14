/** Requests with files, as browsers and programs send them. */
import type { Body, Exam } from '../../contract/support/exam.js';

export interface Sent {
  readonly data?: object;
  readonly bytes: string | Uint8Array;
  readonly name?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A small PDF, of one line that differs. */
export function pdf(line = 'one'): string {
  return `%PDF-1.4\n% ${line}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`;
}

function formOf({ data, bytes, name = 'a.pdf', type = 'application/pdf' }: Sent): FormData {
  const form = new FormData();
  if (data !== undefined) form.append('data', JSON.stringify(data));
  form.append('file', new Blob([bytes], { type }), name);
  return form;
}

/** Sends a file with `POST` or `PATCH`. */
export async function sendFile(
  exam: Exam,
  [method, path]: readonly ['POST' | 'PATCH', string],
  sent: Sent,
): Promise<Answered> {
  return sendForm(exam, [method, path], formOf(sent), sent.headers);
}

export async function sendForm(
  exam: Exam,
  [method, path]: readonly [string, string],
  body: FormData | ReadableStream | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const init = { method, body, headers, duplex: 'half' };
  const response = await fetch(`${exam.url}${path}`, init as RequestInit);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

/** Creates a document with a file and returns it. */
export async function createFile(exam: Exam, path: string, sent: Sent): Promise<Body> {
  const { status, body } = await sendFile(exam, ['POST', path], sent);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

/** The status and the text of a file. */
export async function readFile(
  exam: Exam,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> {
  const response = await fetch(`${exam.url}${url}`, { headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
