// Verification codes through Tencent Cloud: SendSms, with a template in which {1} is the code and {2} its validity in minutes.
import type { SmsAccount, SmsProvider } from './sms-provider.ts';
import { signTc3, tencentContentType } from './sms-tencent-signature.ts';

interface Reply {
  Response?: {
    Error?: { Code?: string; Message?: string };
    SendStatusSet?: readonly { Code?: string; Message?: string }[];
  };
}

export const tencentSms = (account: SmsAccount, endpoint = 'https://sms.tencentcloudapi.com'): SmsProvider => ({
  name: 'tencent',
  ask({ mobile, code, minutes }, now) {
    const { host } = new URL(endpoint);
    const timestampSeconds = Math.floor(now.getTime() / 1000);
    const payload = JSON.stringify({
      PhoneNumberSet: [`+86${mobile}`],
      SmsSdkAppId: account.appId,
      SignName: account.sign,
      TemplateId: account.template,
      TemplateParamSet: [code, String(minutes)],
    });
    const headers = {
      host,
      'content-type': tencentContentType,
      authorization: signTc3({ host, service: 'sms', payload, timestampSeconds }, account),
      'x-tc-action': 'SendSms',
      'x-tc-version': '2021-01-11',
      'x-tc-timestamp': String(timestampSeconds),
      'x-tc-region': 'ap-guangzhou',
    };
    return { url: `${endpoint}/`, headers, body: payload };
  },
  refusalOf(_status, reply) {
    const { Response: response } = reply as Reply;
    const outcome = response?.Error ?? response?.SendStatusSet?.[0];
    return outcome?.Code === 'Ok' ? undefined : `${outcome?.Code ?? 'no answer'} ${outcome?.Message ?? ''}`;
  },
});
