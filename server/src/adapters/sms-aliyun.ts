// Verification codes through Alibaba Cloud: SendSms of dysmsapi, with a template whose one variable is `code`.
import { randomUUID } from 'node:crypto';
import { signAcs3 } from './sms-aliyun-signature.ts';
import type { SmsAccount, SmsProvider } from './sms-provider.ts';

export const aliyunSms = (account: SmsAccount, endpoint = 'https://dysmsapi.aliyuncs.com'): SmsProvider => ({
  name: 'aliyun',
  ask({ mobile, code }, now) {
    const { query, headers } = signAcs3(
      {
        host: new URL(endpoint).host,
        action: 'SendSms',
        version: '2017-05-25',
        query: {
          PhoneNumbers: mobile,
          SignName: account.sign,
          TemplateCode: account.template,
          TemplateParam: JSON.stringify({ code }),
        },
        date: now,
        nonce: randomUUID(),
      },
      account,
    );
    return { url: `${endpoint}/?${query}`, headers, body: '' };
  },
  refusalOf(_status, reply) {
    const { Code: code = 'no answer', Message: message = '' } = reply as { Code?: string; Message?: string };
    return code === 'OK' ? undefined : `${code} ${message}`;
  },
});
