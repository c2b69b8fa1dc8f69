// All operations of a client over a given transport. Programs use the door in client.ts; the page has a transport of its own.
import { type Batches, openBatches } from './batches.ts';
import { type Connection, callPatiently } from './connection.ts';
import type { Callable, DataOf, RouteCall } from './route-call.ts';
import { openTasks, type Tasks } from './tasks.ts';
import { openUploads, type Uploads } from './uploads.ts';

/**
 * What a client does. Files in an input are a Blob, the path of an upload, or an http(s) link. Every call is repeated while the network is away or the
 * server asks to wait (`Retry-After`), and its errors have a `status`, an `error` and a sentence in `msg`. An aborted signal rejects with its reason.
 */
export interface Client extends Pick<Uploads, 'upload' | 'dropUpload'>, Tasks, Batches {
  /** Calls any route of contract/routes/. */
  readonly call: <const R extends Callable>(route: R, options?: RouteCall<R>) => Promise<DataOf<R>>;
}

export function makeClient(connection: Connection): Client {
  const uploads = openUploads(connection);
  const tasks = openTasks(connection, uploads);
  return {
    call: (route, options) => callPatiently(connection, route, options),
    upload: uploads.upload,
    dropUpload: uploads.dropUpload,
    ...tasks,
    ...openBatches(connection, tasks),
  };
}
