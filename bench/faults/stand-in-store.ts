// The S3 server of the tests as a program: `stand-in-store.ts <folder> <port> <host>`.
import { startS3TestServer } from '../../server/src/adapters/s3-test-server.ts';

const [folder = '', port = '0', host = '127.0.0.1'] = process.argv.slice(2);
await startS3TestServer({ directory: folder, port: Number(port), host });
