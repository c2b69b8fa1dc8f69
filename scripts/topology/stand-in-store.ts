// The S3 server of the tests as a program for other hosts: `stand-in-store.ts <folder> <bucket>`, on the port of SeaweedFS.
import { startS3TestServer } from '../../server/src/adapters/s3-test-server.ts';

const [directory = '', bucket = ''] = process.argv.slice(2);
await startS3TestServer({ directory, bucket, host: '0.0.0.0', port: 8333 });
console.log('ready');
