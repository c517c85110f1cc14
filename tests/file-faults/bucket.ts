/** A place of its own in the bucket of the test server of S3. */
import { S3Client } from '../../runtime/files/storage/s3/s3-client.js';
import { openS3Storage } from '../../runtime/files/storage/s3/s3-storage.js';
import { elementsOf, textOf } from '../../runtime/files/storage/s3/s3-xml.js';
import { bucketAt, storageAddress } from '../support/test-storage.js';

export interface OwnBucket {
  /** For `SVC_STORAGE_URL`. */
  readonly address: string;
  /** Keys of uploads in parts that were neither completed nor aborted. */
  unfinished(): Promise<readonly string[]>;
  /** Removes all objects. */
  remove(): Promise<void>;
}

/** @param server - as in `SVC_TEST_S3_URL`. */
export async function bucketOf(server: string, prefix: string): Promise<OwnBucket> {
  const options = bucketAt(server);
  const client = new S3Client(options);
  await (await client.send({ method: 'PUT', expected: [409] })).arrayBuffer();
  return {
    // Everyone may read what is there, so what is in the trash has to be hidden.
    address: `${storageAddress(server, prefix)}&publicUrl=https%3A%2F%2Fcdn.example.com`,
    async unfinished() {
      const response = await client.send({ method: 'GET', query: { uploads: '', prefix } });
      return elementsOf(await response.text(), 'Upload').map((upload) => textOf(upload, 'Key') ?? '');
    },
    async remove() {
      const storage = openS3Storage({ ...options, prefix });
      for await (const { key } of storage.list('')) await storage.delete(key);
    },
  };
}
