import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { signHeaders, signUrl } from './sign-request.js';

/** The examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
const credential = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const now = Date.UTC(2013, 4, 24);
const host = 'https://examplebucket.s3.amazonaws.com';
const emptyHash = createHash('sha256').digest('hex');

test('a request for a part of an object has the signature of the example', () => {
  const request = {
    method: 'GET',
    url: new URL(`${host}/test.txt`),
    query: {},
    headers: { range: 'bytes=0-9' },
    now,
  };
  const { headers, url } = signHeaders(credential, request, emptyHash);
  expect(url).toBe(`${host}/test.txt`);
  expect(headers['authorization']).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, ' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

test('a list of objects has the signature of the example', () => {
  const request = {
    method: 'GET',
    url: new URL(host),
    query: { prefix: 'J', 'max-keys': '2' },
    headers: {},
    now,
  };
  expect(signHeaders(credential, request, emptyHash).headers['authorization']).toContain(
    'Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  );
});

test('a presigned address has the signature of the example', () => {
  const request = { method: 'GET', url: new URL(`${host}/test.txt`), query: {}, headers: {}, now };
  const url = new URL(signUrl(credential, request, 86_400));
  expect(url.searchParams.get('X-Amz-Signature')).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});

test('characters that AWS encodes and JavaScript does not are encoded', () => {
  const query = { 'response-content-disposition': "attachment; filename*=UTF-8''a(1)!*.txt" };
  const request = { method: 'GET', url: new URL(`${host}/test.txt`), query, headers: {}, now };
  expect(signUrl(credential, request, 60)).toContain('filename%2A%3DUTF-8%27%27a%281%29%21%2A.txt');
});
