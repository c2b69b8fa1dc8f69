// What a person is told when a captcha call is refused.
import { type CaptchaCode, captchaCodes } from 'contract/routes/captcha.ts';
import { defineWords, type Language } from 'contract/words.ts';

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

export function captchaSentence(code: CaptchaCode, language: Language): string | null {
  const name = (Object.keys(captchaCodes) as (keyof typeof captchaCodes)[]).find(each => captchaCodes[each] === code);
  return name && name !== 'success' ? words[language][name] : null;
}
