// Uploads bytes to a signed address of the storage by XMLHttpRequest, because fetch does not report upload progress.
import type { SendBytes } from '@pixwright/client/transport.ts';

/** A failed transfer; status 0 without a response. */
export class SendError extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, retryAfterSeconds: number | null) {
    super(`sending failed with status ${status}`);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** After this many milliseconds without progress, the connection counts as dead even if the browser has not noticed. */
const stalledMs = 45_000;

export const sendBytes: SendBytes = (target, bytes, onSent, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    let watchdog = setTimeout(() => request.abort(), stalledMs);
    const moved = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => request.abort(), stalledMs);
    };
    const stop = () => request.abort();
    signal.addEventListener('abort', stop);
    request.upload.onprogress = event => {
      moved();
      onSent(event.loaded);
    };
    request.onloadend = () => {
      clearTimeout(watchdog);
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(signal.reason);
      else if (request.status >= 200 && request.status < 300) resolve();
      else reject(new SendError(request.status, Number(request.getResponseHeader('retry-after')) || null));
    };
    request.open(target.method, target.url);
    for (const [name, value] of Object.entries(target.headers)) request.setRequestHeader(name, value);
    // In some browsers, a blob's own type would override the signed content type.
    request.send(bytes.slice(0, bytes.size, target.headers['content-type'] ?? target.headers['Content-Type'] ?? ''));
  });
