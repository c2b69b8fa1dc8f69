// HTTP routes of captchas in AJ-Captcha's protocol: always HTTP 200, with the code in the body.
import { AppError } from 'contract/errors.ts';
import {
  type CaptchaCode,
  type CaptchaReply,
  captchaCheckSchema,
  captchaCodes,
  captchaGetSchema,
  captchaPaths,
} from 'contract/routes/captcha.ts';
import { defineWords, fill, type Language } from 'contract/words.ts';
import { openCaptchaDrawer } from 'engines/captcha/drawer.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addressOf } from '../http/address.ts';
import { SchemaMismatch } from '../http/errors.ts';
import { languageOf } from '../http/language.ts';
import type { Parts } from '../parts.ts';
import { clientOf } from './allowances.ts';
import { CaptchaRefusal, checkAnswer, drawInTurn, makeChallenge } from './captcha.ts';

type Refusal = Exclude<keyof typeof captchaCodes, 'success'>;

const words = defineWords<Refusal>({
  zh: {
    missing: '请求缺少内容或格式不正确，请刷新后重试',
    unexpected: '出错了，请重试',
    expired: '验证已过期，请重新验证',
    wrong: '验证失败，请重试',
    failed: '验证图片暂时无法生成，请稍后重试',
    tooManyGets: '获取验证太频繁，请一分钟后再试',
    locked: '验证失败次数过多，请 5 分钟后再试',
    tooManyChecks: '提交验证太频繁，请一分钟后再试',
  },
  en: {
    missing: 'Something is missing in the request, please refresh and try again',
    unexpected: 'An error occurred, please retry',
    expired: 'The verification has expired, please do the new one',
    wrong: 'Verification failed, please try again',
    failed: 'No picture could be made right now, please try again shortly',
    tooManyGets: 'Too many requests, please try again in a minute',
    locked: 'Too many failed verifications, please try again in 5 minutes',
    tooManyChecks: 'Too many answers, please try again in a minute',
  },
});

const waitWords = defineWords({
  zh: { wait: '您所在网络的验证次数过多，请 {minutes} 分钟后再试' },
  en: { wait: 'Too many verifications from your network, please try again in {minutes} min' },
});

function captchaSentence(code: CaptchaCode, language: Language, refusal: CaptchaRefusal | undefined): string | null {
  if (refusal?.isOfNetwork) return fill(waitWords[language].wait, { minutes: Math.ceil(refusal.waitSeconds / 60) });
  const name = (Object.keys(captchaCodes) as (keyof typeof captchaCodes)[]).find(each => captchaCodes[each] === code);
  return name && name !== 'success' ? words[language][name] : null;
}

type GetBody = z.output<typeof captchaGetSchema>;
type CheckBody = z.output<typeof captchaCheckSchema>;

const replySchema = z.object({
  repCode: z.string(),
  repMsg: z.string().nullable(),
  repData: z.record(z.string(), z.unknown()).nullable(),
  success: z.boolean(),
  retryAfterSeconds: z.number().int().optional(),
});

const succeed = <T>(repData: T): CaptchaReply<T> => ({
  repCode: captchaCodes.success,
  repMsg: null,
  repData,
  success: true,
});

const codeOfClientFault = (error: unknown): CaptchaCode | undefined => {
  if (error instanceof CaptchaRefusal) return error.repCode;
  if (error instanceof SchemaMismatch) return captchaCodes.missing;
  const status = error instanceof AppError ? error.status : Number((error as { statusCode?: unknown }).statusCode);
  return status >= 400 && status < 500 ? captchaCodes.missing : undefined;
};

/** The general rate limit applies before this one; its refusal is sent in this envelope as well. */
const codeOfRate = (request: FastifyRequest): CaptchaCode =>
  request.routeOptions.url === captchaPaths.get ? captchaCodes.tooManyGets : captchaCodes.tooManyChecks;

/** The general rate limit says how long it lasts. */
const rateSeconds = ({ details }: AppError): number => {
  const seconds = (details as { retryAfterSeconds?: unknown } | null)?.retryAfterSeconds;
  return typeof seconds === 'number' ? Math.ceil(seconds) : 60;
};

function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const isRate = error instanceof AppError && error.code === 'RATE_LIMITED';
  const repCode = isRate ? codeOfRate(request) : (codeOfClientFault(error) ?? captchaCodes.unexpected);
  if (repCode === captchaCodes.unexpected) request.log.error({ err: error }, 'a captcha call failed unexpectedly');
  const refusal = error instanceof CaptchaRefusal ? error : undefined;
  const repMsg = captchaSentence(repCode, languageOf(request), refusal);
  const retryAfterSeconds = refusal?.waitSeconds || (isRate ? rateSeconds(error) : 0);
  const wait = retryAfterSeconds > 0 ? { retryAfterSeconds } : {};
  if (retryAfterSeconds > 0) void reply.header('retry-after', retryAfterSeconds);
  const body = { repCode, repMsg, repData: null, success: false, ...wait };
  void reply.header('cache-control', 'no-store').status(200).send(body);
}

/** The id of a page is in the body, or else in the header of every call. */
function askerOf(request: FastifyRequest, clientUid: string | null | undefined, sendsTrack: boolean) {
  const { clientuid } = request.headers;
  const uid = clientUid ?? (typeof clientuid === 'string' ? clientuid.slice(0, 128) : undefined);
  const address = addressOf(request);
  return { client: clientOf(uid, address), address, sendsTrack };
}

export function addCaptchaRoutes(app: FastifyInstance, parts: Parts): void {
  const drawer = openCaptchaDrawer();
  const draw = drawInTurn(drawer);
  app.addHook('onClose', () => drawer.close());
  app.setErrorHandler(sendRefusal);
  const config = { rateGroup: 'read' as const };
  const schema = { tags: ['captcha'], response: { 200: replySchema } };
  app.post<{ Body: GetBody }>(captchaPaths.get, {
    config,
    schema: { ...schema, summary: "A captcha, in AJ-Captcha's envelope", body: captchaGetSchema },
    handler: async (request, reply) => {
      const { captchaType: kind, clientUid, sendsTrack } = request.body;
      const asker = askerOf(request, clientUid, sendsTrack === true);
      const order = { kind, language: languageOf(request), asker };
      void reply.header('cache-control', 'no-store');
      return succeed(await makeChallenge(parts, draw, order));
    },
  });
  app.post<{ Body: CheckBody }>(captchaPaths.check, {
    config,
    schema: { ...schema, summary: 'Answers a captcha; each can be answered once', body: captchaCheckSchema },
    handler: async (request, reply) => {
      const { captchaType, token, clientUid, track } = request.body;
      await checkAnswer(parts, request.body, askerOf(request, clientUid, track !== undefined));
      void reply.header('cache-control', 'no-store');
      return succeed({ captchaType, token, result: true });
    },
  });
}
