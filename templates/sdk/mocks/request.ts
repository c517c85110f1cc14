/** A request to the service, as its parts. */
import type { PlainHeaders } from '../platform.js';
import { isData } from './paths.js';
import type { Reading } from './reading.js';
import type { Data } from './schema.js';

/** What is read of a request of MSW. */
export interface MockRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: PlainHeaders;
  text(): Promise<string>;
  formData(): Promise<{ get(name: string): unknown }>;
}

/** A file of a form. */
export interface MockFile {
  readonly name?: string;
  readonly size: number;
  readonly type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
  text(): Promise<string>;
}

export interface MockCall {
  readonly method: string;
  /** The parts of the path after `/api/`. */
  readonly path: readonly string[];
  readonly query: Data;
  readonly body: Data;
  readonly file?: MockFile;
  readonly draft: boolean;
  readonly ifMatch?: number;
}

const origin = /^[a-z]+:\/\/[^/]*/i;

/** The parts of a request; undefined if it is not below `/api/` of the service. */
export async function callOf(request: MockRequest, baseUrl: string): Promise<MockCall | undefined> {
  const [whole = '', search = ''] = request.url.replace(origin, '').split('?');
  const root = `${baseUrl.replace(/\/+$/, '').replace(origin, '')}/api/`;
  if (!whole.startsWith(root)) return undefined;
  const path = whole.slice(root.length).split('/').map(decodeURIComponent);
  const { body, file } = await contentOf(request);
  const { _revision, ...data } = body;
  const [, match] = /"(\d+)"/.exec(request.headers.get('if-match') ?? '') ?? [];
  const ifMatch = match === undefined ? _revision : Number(match);
  return {
    ...{ method: request.method, path, query: queryOf(search), body: data },
    draft: request.headers.get('x-draft') === 'true',
    ...(file && { file }),
    ...(typeof ifMatch === 'number' && { ifMatch }),
  };
}

async function contentOf(request: MockRequest): Promise<{ readonly body: Data; readonly file?: MockFile }> {
  if (request.method === 'GET' || request.method === 'HEAD') return { body: {} };
  if (!request.headers.get('content-type')?.startsWith('multipart/')) {
    return { body: dataOf(await request.text()) };
  }
  const form = await request.formData();
  const data = form.get('data') as MockFile | string | null;
  const text = typeof data === 'string' ? data : ((await data?.text()) ?? '');
  const file = form.get('file') as MockFile | null;
  return { body: dataOf(text), ...(file && { file }) };
}

function dataOf(text: string): Data {
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return isData(value) ? value : {};
}

function queryOf(search: string): Data {
  const query: Data = {};
  for (const pair of search.split('&')) {
    if (pair === '') continue;
    const [name = '', value = ''] = pair
      .split('=')
      .map((part) => decodeURIComponent(part.replace(/\+/g, ' ')));
    query[name] = value;
  }
  return query;
}

/** The parameters of a read, from an address or from the body of `POST /query`. */
export function readingOf(query: Data): Reading {
  const { where, cursor, count } = query;
  return {
    where: typeof where === 'string' ? JSON.parse(where) : where,
    sort: listOf(query['sort']),
    select: listOf(query['select']),
    limit: numberOf(query['limit']),
    page: numberOf(query['page']),
    depth: numberOf(query['depth']),
    draft: `${query['draft']}` === 'true',
    search: query['search'] === undefined ? undefined : `${query['search']}`,
    highlight: `${query['highlight']}` === 'true',
    cursor: typeof cursor === 'string' ? cursor : undefined,
    count: typeof count === 'string' ? count : undefined,
  };
}

function listOf(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined;
  return (Array.isArray(value) ? value : `${value}`.split(',')).map(String).filter(Boolean);
}

function numberOf(value: unknown): number | undefined {
  return value === undefined ? undefined : Number(value);
}
