// Every refusal of the product: its name, its HTTP status, and what a person is told in both languages.
// A code without both sentences does not compile. `{name}` places are filled from the error's details.
import { inputErrors } from './input-errors.ts';
import { fill, type Language, type Sentence } from './words.ts';

interface ErrorEntry extends Sentence {
  /** The true HTTP status; the body's `code` repeats it. */
  status: number;
}

export const errors = {
  ...inputErrors,
  BAD_REQUEST: {
    status: 400,
    zh: '请求内容有误，请检查后重试',
    en: 'The request is not valid, please check it and try again',
  },
  LINK_REFUSED: {
    status: 400,
    zh: '不能访问这个链接指向的地址',
    en: 'The address this link points to cannot be visited',
  },
  SIGNATURE_BAD: { status: 403, zh: '签名失败', en: 'signature failed' },
  SIGNATURE_EXPIRED: {
    status: 403,
    zh: '上传签名已过期，请重新上传',
    en: 'The upload signature has expired, please upload again',
  },
  NOT_FOUND: { status: 404, zh: '页面不存在', en: 'Page does not exist' },
  TASK_NOT_FOUND: {
    status: 404,
    zh: '任务不存在或已过期，请重新处理',
    en: 'This task does not exist or has expired, please start again',
  },
  UPLOAD_NOT_FOUND: {
    status: 404,
    zh: '文件不存在或已过期，请重新上传',
    en: 'This file does not exist or has expired, please upload it again',
  },
  IDEMPOTENCY_CLASH: {
    status: 409,
    zh: '同一个请求编号已用于另一个请求',
    en: 'This idempotency key was already used for another request',
  },
  TASK_NOT_DONE: { status: 409, zh: '任务还没有完成', en: 'The task is not finished yet' },
  UPLOAD_INCOMPLETE: {
    status: 409,
    zh: '文件还没有传完，请继续上传',
    en: 'The file has not arrived completely, please go on uploading',
  },
  BODY_TOO_LARGE: { status: 413, zh: '请求内容太大', en: 'The request body is too large' },
  BODY_TYPE_UNSUPPORTED: {
    status: 415,
    zh: '请求内容须为 JSON',
    en: 'The request body must be JSON',
  },
  SIDE_TOO_LONG: {
    status: 422,
    zh: '{format} 图片的边长最多 {maxSide} 像素，请先设置较小的宽高，或换一种格式',
    en: 'A {format} picture can be at most {maxSide} pixels long. Please set a smaller width or height, or choose another format',
  },
  TARGET_SIZE_IMPOSSIBLE: {
    status: 422,
    zh: '无法压缩到 {targetKb} KB，最小约 {bestKb} KB，请调大目标或缩小尺寸',
    en: 'It cannot be made as small as {targetKb} KB, the smallest is about {bestKb} KB. Please raise the target or reduce the dimensions',
  },
  MEMORY_EXCEEDED: {
    status: 422,
    zh: '处理这个文件需要的内存太多，请先缩小再试',
    en: 'This file needs more memory than is allowed, please make it smaller first',
  },
  LINK_UNREACHABLE: {
    status: 422,
    zh: '无法从这个链接下载文件，请检查链接或先下载到本地再上传',
    en: 'The file behind this link could not be downloaded. Please check the link, or download the file and upload it',
  },
  RATE_LIMITED: {
    status: 429,
    zh: '操作太频繁，请 {retryAfterSeconds} 秒后再试',
    en: 'Too many requests, please try again in {retryAfterSeconds} seconds',
  },
  UNEXPECTED: { status: 500, zh: '出错了，请重试', en: 'An error occurred, please retry' },
  QUEUE_FULL: {
    status: 503,
    zh: '当前排队的任务太多，请稍后再试',
    en: 'Too many tasks are waiting right now, please try again shortly',
  },
  DEADLINE: {
    status: 504,
    zh: '处理超时，请换小一点的文件重试',
    en: 'Request timed out, please retry',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

/** The sentence a person reads for a code. */
export function errorSentence(
  code: ErrorCode,
  language: Language,
  details?: Readonly<Record<string, unknown>>,
): string {
  return fill(errors[code][language], details);
}

export function isErrorCode(name: string): name is ErrorCode {
  return Object.hasOwn(errors, name);
}

/** An expected refusal. Everything else that is thrown is a fault: logged, retried in a task, answered as UNEXPECTED. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | null;

  constructor(code: ErrorCode, details: Readonly<Record<string, unknown>> | null = null, options?: ErrorOptions) {
    super(code, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errors[this.code].status;
  }
}
