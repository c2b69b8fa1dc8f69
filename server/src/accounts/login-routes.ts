// HTTP routes that need no login: the public key, codes, login, registration and forgotten passwords.
import * as routes from 'contract/routes/accounts.ts';
import type { FastifyInstance } from 'fastify';
import { takeCaptchaPass } from '../captcha/captcha.ts';
import { addressOf } from '../http/address.ts';
import { languageOf } from '../http/language.ts';
import { addRoute } from '../http/routes.ts';
import { sendCode } from './codes.ts';
import { logInByForm, register } from './login-methods.ts';
import { keyOfMobile, resetForgotten } from './new-password.ts';
import { type AccountService, askerOf } from './service.ts';

const costly = { group: 'costly', tag: 'accounts' } as const;

export function addLoginRoutes(app: FastifyInstance, service: AccountService): void {
  const { parts, seal } = service;
  addRoute(app, routes.publicKey, () => seal.describe(), { tag: 'accounts' });
  addRoute(
    app,
    routes.sendCode,
    async ({ body, request }) => {
      await takeCaptchaPass(parts, body.captchaVO?.captchaVerification ?? undefined);
      const { mobile } = body;
      await sendCode(parts, { mobile, address: addressOf(request), language: languageOf(request) });
      return { expiresInSeconds: routes.codeLifeSeconds, retryInSeconds: routes.codeIntervalSeconds };
    },
    costly,
  );
  addRoute(app, routes.userLogin, ({ body, request }) => logInByForm(service, body, askerOf(service, request)), costly);
  addRoute(app, routes.registerUser, ({ body, request }) => register(service, body, askerOf(service, request)), costly);
  addRoute(
    app,
    routes.checkMobile,
    async ({ body, request }) => ({ key: await keyOfMobile(service, body, askerOf(service, request)) }),
    costly,
  );
  addRoute(
    app,
    routes.resetPassword,
    async ({ body, request }) => {
      await resetForgotten(service, body, askerOf(service, request));
      return null;
    },
    costly,
  );
}
