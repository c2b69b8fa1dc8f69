// Opens the client with which we speak to an S3-compatible store.
import { S3Client } from '@aws-sdk/client-s3';

export interface S3Access {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** For a store other than Amazon's; browsers must reach it under the same name. */
  readonly endpoint?: string | undefined;
  /** Whether the bucket's name is in the path (`endpoint/bucket/key`) or before the host. */
  readonly pathStyle: boolean;
  /** Set by tests. */
  readonly maxAttempts?: number;
  readonly timeLimits?: Partial<typeof timeLimits>;
}

/** Requests are small or end with their part of 16 or 32 MiB; for a stream only its pauses are limited. */
const timeLimits = {
  connectionTimeout: 5000,
  /** From the first byte sent to the first byte of the response. */
  requestTimeout: 120_000,
  throwOnRequestTimeout: true,
  /** Without a byte in either direction. */
  socketTimeout: 30_000,
};
const maxAttempts = 3;

export const openS3Client = (access: S3Access): S3Client =>
  new S3Client({
    region: access.region,
    ...(access.endpoint === undefined ? {} : { endpoint: access.endpoint }),
    forcePathStyle: access.pathStyle,
    credentials: { accessKeyId: access.accessKeyId, secretAccessKey: access.secretAccessKey },
    // Otherwise every presigned link requires the checksum of an empty body, and other providers refuse such headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: access.maxAttempts ?? maxAttempts,
    requestHandler: { ...timeLimits, ...access.timeLimits },
  });
