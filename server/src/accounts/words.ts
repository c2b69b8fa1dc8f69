// The few words that the server itself gives an account.
import { defineWords } from 'contract/words.ts';

export const accountWords = defineWords({
  zh: { nickName: '用户{number}' },
  en: { nickName: 'User {number}' },
});
