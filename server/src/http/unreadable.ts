// Responds to bytes that are not an HTTP request: headers that contradict each other, are too long or never end. They reach no route.
import type { Socket } from 'node:net';
import { AppError, errorSentence } from 'contract/errors.ts';
import type { Failure } from 'contract/route.ts';
import { startTrace } from '../adapters/trace.ts';
import { defaultLanguage } from './language.ts';

const statusOf: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Ends the connection, because the start of the next request is unknown. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { code } = new AppError('BAD_REQUEST');
  const status = statusOf[error.code ?? ''] ?? '400 Bad Request';
  const failure: Failure = {
    code: Number.parseInt(status, 10),
    msg: errorSentence(code, defaultLanguage),
    data: null,
    error: code,
    details: null,
    requestId: startTrace().id,
  };
  const body = JSON.stringify(failure);
  if (socket.writable)
    socket.write(
      [
        `HTTP/1.1 ${status}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${failure.requestId}`,
        'Cache-Control: no-store',
        'X-Content-Type-Options: nosniff',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  socket.destroySoon();
}
