// What is in a bucket, read past the product, for a bench that counts what was left there.
import {
  CreateBucketCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { openS3Client, type S3Access } from '../src/adapters/s3-client.ts';

export function openBucket({ bucket, ...access }: S3Access & { readonly bucket: string }) {
  const client = openS3Client(access);
  return {
    /** Makes the bucket if the store has none. */
    async isThere(): Promise<boolean> {
      await client.send(new HeadBucketCommand({ Bucket: bucket })).catch(async error => {
        if ((error as Error).name !== 'NotFound') throw error;
        await client.send(new CreateBucketCommand({ Bucket: bucket }));
      });
      return true;
    },
    /** The sizes of all objects by their keys. */
    async list(): Promise<Map<string, number>> {
      const found = new Map<string, number>();
      for (let token: string | undefined, hasMore = true; hasMore; ) {
        const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: token }));
        for (const { Key, Size } of page.Contents ?? []) found.set(Key ?? '', Size ?? 0);
        token = page.NextContinuationToken;
        hasMore = page.IsTruncated === true && token !== undefined;
      }
      return found;
    },
    /** The keys of uploads in parts that were neither completed nor aborted. */
    async listOpenUploads(): Promise<string[]> {
      const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
      return (Uploads ?? []).map(upload => upload.Key ?? '');
    },
  };
}
