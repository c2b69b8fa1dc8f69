// The strings of the fields shared by account forms.
import { defineWords } from 'contract/words.ts';

export const accountFormWords = defineWords({
  zh: {
    phone: '手机号',
    phonePlaceholder: '请输入手机号',
    password: '密码',
    showPassword: '显示密码',
    hidePassword: '隐藏密码',
    code: '验证码',
    codePlaceholder: '请输入验证码',
    getCode: '获取验证码',
    retryAfter: '{seconds} 秒后重试',
    codeSent: '验证码已发送',
  },
  en: {
    phone: 'Phone number',
    phonePlaceholder: 'Enter your phone number',
    password: 'Password',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    code: 'Verification code',
    codePlaceholder: 'Enter the code',
    getCode: 'Get code',
    retryAfter: 'retry after {seconds} {seconds:second|seconds}',
    codeSent: 'Verification code sent',
  },
});
