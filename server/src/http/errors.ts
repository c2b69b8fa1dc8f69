// Turns thrown errors into the failure envelope. Unexpected errors are logged with their cause and returned as UNEXPECTED.

import { AppError, type ErrorCode, errorSentence, isErrorCode } from 'contract/errors.ts';
import type { Failure } from 'contract/route.ts';
import type { Language } from 'contract/words.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isAway } from '../adapters/away.ts';
import { isDiskFull, storageFull } from '../adapters/disk-space.ts';
import { ClientGone } from './client-signal.ts';
import { languageOf } from './language.ts';
import { requestIdHeader } from './request-trace.ts';

/** A body, query or path that does not match its schema. */
export class SchemaMismatch extends Error {
  readonly issues: readonly z.core.$ZodIssue[];

  constructor(error: z.ZodError) {
    super('the request does not fit its schema');
    this.issues = error.issues;
  }
}

/** More would make an answer many times as long as the request. */
const maxTold = 20;

const zodWords = { zh: z.locales.zhCN().localeError, en: z.locales.en().localeError };

/** The specific error code of a violated rule, for fields that have one. */
function ruleOf(issue: z.core.$ZodIssue | undefined): ErrorCode | undefined {
  const rule = issue?.code === 'custom' ? issue.params?.rule : undefined;
  return typeof rule === 'string' && isErrorCode(rule) ? rule : undefined;
}

function describeIssue(issue: z.core.$ZodIssue, language: Language): { path: string; error: string } {
  const rule = ruleOf(issue);
  if (rule) return { path: issue.path.join('.'), error: errorSentence(rule, language) };
  const described = zodWords[language](issue as Parameters<(typeof zodWords)['en']>[0]);
  const words = typeof described === 'string' ? described : described?.message;
  return { path: issue.path.join('.'), error: words ?? issue.message };
}

/** The parser's own message may contain parts of the body. */
const unreadable = { path: '', error: 'neither a path nor JSON that can be read' };

function fromFastify(error: FastifyError): AppError | undefined {
  if (error.statusCode === 413) return new AppError('BODY_TOO_LARGE', null, { cause: error });
  if (error.statusCode === 415) return new AppError('BODY_TYPE_UNSUPPORTED', null, { cause: error });
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('BAD_REQUEST', { issues: [unreadable] }, { cause: error });
  return undefined;
}

/** A missing lock or connection, also to the store, is usually available again after this time. */
const busyRetrySeconds = 2;

function refusalOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (isAway(error)) return new AppError('SERVER_BUSY', { retryAfterSeconds: busyRetrySeconds }, { cause: error });
  if (isDiskFull(error)) return storageFull(error);
  if (error instanceof Error && 'statusCode' in error) return fromFastify(error as FastifyError);
  return undefined;
}

/** The envelope of a failure, its HTTP status, and the number of seconds until a retry. */
function describeFailure(
  error: unknown,
  request: FastifyRequest,
): { status: number; retryAfter: unknown; body: Failure } {
  const language = languageOf(request);
  const isMismatch = error instanceof SchemaMismatch;
  const refusal = isMismatch
    ? new AppError(ruleOf(error.issues[0]) ?? 'BAD_REQUEST')
    : (refusalOf(error) ?? new AppError('UNEXPECTED'));
  const details = isMismatch
    ? error.issues.slice(0, maxTold).map(issue => describeIssue(issue, language))
    : listIssues(refusal, language);
  const body: Failure = {
    code: refusal.bodyCode,
    msg: errorSentence(refusal.code, language, refusal.details ?? {}),
    data: null,
    error: refusal.code,
    details,
    requestId: request.id,
  };
  return { status: refusal.status, retryAfter: refusal.details?.retryAfterSeconds, body };
}

/** For an invalid body the details are the list of issues itself, as for one that zod refused. `field` names the only one. */
function listIssues({ code, details }: AppError, language: Language): unknown {
  if (Array.isArray(details?.issues)) return details.issues;
  if (typeof details?.field !== 'string') return details;
  return [{ path: details.field, error: errorSentence(code, language, details) }];
}

/** The envelope of a failure, for a response that has already begun. */
export const failureOf = (error: unknown, request: FastifyRequest): Failure => describeFailure(error, request).body;

export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, retryAfter, body } = describeFailure(error, request);
  // A client that has left is no fault.
  const isExpected = error instanceof AppError || error instanceof ClientGone;
  const { method, routeOptions } = request;
  const { url: route } = routeOptions;
  // Nothing is wrong with the request or with our code, and the client comes back by itself.
  if (isAway(error)) request.log.warn({ err: error, method, route }, 'a request met a database or store that is away');
  else if (status >= 500 && !isExpected)
    request.log.error({ err: error, method, route }, 'a request failed unexpectedly');
  // Strangers can make any number of the others.
  else if (status !== 429 && route !== undefined)
    request.log.info({ status, error: body.error, method, route }, 'a request was refused');
  if (!reply.hasHeader(requestIdHeader)) void reply.header(requestIdHeader, request.id);
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) void reply.header('retry-after', String(retryAfter));
  void reply.header('cache-control', 'no-store').status(status).send(body);
}

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
}
