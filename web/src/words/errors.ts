// Messages for failed calls without a sentence from the server.
import { defineWords } from 'contract/words.ts';

export const errorWords = defineWords({
  zh: {
    loginExpired: '当前登录状态已过期，请重新登录',
    notFound: '请求错误（404）',
    notFoundNext: '内容不存在或已过期，请返回重试，或重新开始。',
    tooLong: '出错了，请重试',
    timeout: '请求超时，请重试',
    nothing: '出了点问题',
    withReference: '{text}（编号 {id}，反馈时请附上）',
    offline: '网络不通，请检查后重试',
  },
  en: {
    loginExpired: 'Current login state expired, please log in again',
    notFound: 'Request error (404)',
    notFoundNext: 'This content doesn’t exist or has expired. Go back and try again, or start over.',
    tooLong: 'An error occurred, please retry',
    timeout: 'Request timed out, please retry',
    nothing: 'Something went wrong',
    withReference: '{text} (if you report it, mention {id})',
    offline: 'You’re offline. Check your connection and try again',
  },
});
