import { createHash, createHmac } from 'node:crypto';

/** What a signature of AWS is made with. */
export interface S3Credential {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export interface SignedRequest {
  readonly method: string;
  /** Without a query. */
  readonly url: URL;
  readonly query: Readonly<Record<string, string>>;
  /** All of them are signed. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly now: number;
}

const algorithm = 'AWS4-HMAC-SHA256';
const unsigned = 'UNSIGNED-PAYLOAD';

/**
 * The headers of a request with its signature (AWS Signature Version 4), and its address. Our own, since
 * `aws4fetch` needs the types of browsers, and AWS's packages are 23 MB.
 *
 * @param bodyHash - SHA-256 of the body, in hexadecimal; the service compares it.
 */
export function signHeaders(
  credential: S3Credential,
  request: SignedRequest,
  bodyHash: string,
): { readonly url: string; readonly headers: Record<string, string> } {
  const date = dateOf(request.now);
  const headers = { ...request.headers, 'x-amz-content-sha256': bodyHash, 'x-amz-date': date };
  const { signature, signedHeaders, scope } = signatureOf(
    credential,
    { ...request, headers },
    { date, bodyHash },
  );
  const authorization = `${algorithm} Credential=${credential.accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
  return { url: addressOf(request.url, request.query), headers: { ...headers, authorization } };
}

/**
 * An address with its signature, which needs no credential.
 *
 * @param expiresIn - seconds.
 */
export function signUrl(credential: S3Credential, request: SignedRequest, expiresIn: number): string {
  const date = dateOf(request.now);
  const names = ['host', ...Object.keys(request.headers)].sort();
  const query = {
    ...request.query,
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': `${credential.accessKeyId}/${scopeOf(credential, date)}`,
    'X-Amz-Date': date,
    'X-Amz-Expires': String(expiresIn),
    'X-Amz-SignedHeaders': names.join(';'),
  };
  const { signature } = signatureOf(credential, { ...request, query }, { date, bodyHash: unsigned });
  return addressOf(request.url, { ...query, 'X-Amz-Signature': signature });
}

interface Signature {
  readonly signature: string;
  readonly signedHeaders: string;
  readonly scope: string;
}

function signatureOf(
  credential: S3Credential,
  { method, url, query, headers }: SignedRequest,
  { date, bodyHash }: { readonly date: string; readonly bodyHash: string },
): Signature {
  const lines = Object.entries({ ...headers, host: url.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim().replace(/ +/g, ' ')] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const signedHeaders = lines.map(([name]) => name).join(';');
  const canonical = [
    ...[method, pathOf(url), queryOf(query)],
    ...lines.map(([name, value]) => `${name}:${value}`),
    ...['', signedHeaders, bodyHash],
  ].join('\n');
  const scope = scopeOf(credential, date);
  const text = [algorithm, date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const steps = [date.slice(0, 8), credential.region, 's3', 'aws4_request', text];
  const start: string | Buffer = `AWS4${credential.secretAccessKey}`;
  const signed = steps.reduce<string | Buffer>(
    (key, step) => createHmac('sha256', key).update(step).digest(),
    start,
  );
  return { signature: Buffer.from(signed).toString('hex'), signedHeaders, scope };
}

function scopeOf({ region }: S3Credential, date: string): string {
  return `${date.slice(0, 8)}/${region}/s3/aws4_request`;
}

/** `20261126T015500Z` */
function dateOf(now: number): string {
  return new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** Each part of the path encoded once. */
function pathOf(url: URL): string {
  return url.pathname
    .split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/');
}

function queryOf(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** As signed, so that nothing is encoded in another way. */
function addressOf(url: URL, query: Readonly<Record<string, string>>): string {
  const search = queryOf(query);
  return `${url.origin}${pathOf(url)}${search === '' ? '' : `?${search}`}`;
}

/** RFC 3986: `encodeURIComponent` leaves some characters that AWS encodes. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
