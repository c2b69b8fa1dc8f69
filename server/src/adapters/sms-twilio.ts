// Verification codes through Twilio: a message with our own text, from the operator's number or Messaging Service (MG…).
import { textOfMessage } from './sms.ts';
import type { SmsAccount, SmsProvider } from './sms-provider.ts';

export const twilioSms = (account: SmsAccount, endpoint = 'https://api.twilio.com'): SmsProvider => ({
  name: 'twilio',
  ask(message) {
    const sender = account.sign.startsWith('MG') ? 'MessagingServiceSid' : 'From';
    const form = new URLSearchParams({
      To: `+86${message.mobile}`,
      [sender]: account.sign,
      Body: textOfMessage(message),
    });
    const credentials = Buffer.from(`${account.keyId}:${account.keySecret}`).toString('base64');
    return {
      url: `${endpoint}/2010-04-01/Accounts/${encodeURIComponent(account.keyId)}/Messages.json`,
      headers: {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: form.toString(),
    };
  },
  refusalOf(status, reply) {
    const { code = 'no answer', message = '' } = reply as { code?: number; message?: string };
    return status === 201 ? undefined : `${code} ${message}`;
  },
});
