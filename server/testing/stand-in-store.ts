// The S3 server of the tests as a program: `stand-in-store.ts <folder> <bucket> <port> <host>`. It prints "ready" once it answers.
import { startS3TestServer } from '../src/adapters/s3-test-server.ts';

const [directory = '', bucket = '', port = '0', host = '127.0.0.1'] = process.argv.slice(2);
await startS3TestServer({ directory, bucket, port: Number(port), host });
process.stdout.write('ready\n');
