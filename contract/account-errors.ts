// Refusals of account fields, in a separate file because forms load no other refusals.
import { fill, type Language, type Sentence } from './words.ts';

export const accountErrors = {
  ACCOUNT_MISSING: { status: 400, zh: '请输入用户名或手机号', en: 'Enter your username or phone number' },
  LOGIN_CONTRADICTED: {
    status: 400,
    zh: '请只用一种方式登录：用户名和密码，或手机号和验证码',
    en: 'Log in one way: with a username and password, or with a phone number and code',
  },
  PHONE_MISSING: { status: 400, zh: '请填写手机号', en: 'Please fill in your phone number' },
  PHONE_BAD: { status: 400, zh: '手机号格式不正确', en: 'The phone number format is incorrect' },
  PASSWORD_MISSING: { status: 400, zh: '请输入密码', en: 'Please enter your password' },
  PASSWORD_BAD: {
    status: 400,
    zh: '密码须为 6-18 位，包含数字、字母、符号中的至少两种',
    en: 'The password contains at least two types of digits, English, characters, and 6 to 18 characters in length',
  },
  PASSWORDS_DIFFER: { status: 400, zh: '两次输入的密码不一致', en: 'The two passwords you typed do not match.' },
  CODE_MISSING: { status: 400, zh: '请填写验证码', en: 'Please fill in the verification code' },
  CODE_FORMAT_BAD: { status: 400, zh: '验证码格式不正确', en: 'The verification code format is incorrect' },
  USERNAME_BAD: {
    status: 400,
    zh: '用户名须为 4-16 位字母、数字、下划线或连字符',
    en: 'The username must have 4 to 16 letters, digits, underscores or hyphens',
  },
  NICKNAME_BAD: {
    status: 400,
    zh: '昵称须为 1-20 个可见字符，不能含有控制字符',
    en: 'The nickname must have 1 to 20 visible characters and no control characters',
  },
  AGREEMENT_MISSING: { status: 400, zh: '请先阅读并同意用户协议', en: 'Please accept the terms of service first' },
  CAPTCHA_MISSING: { status: 400, zh: '请完成安全验证', en: 'Please complete security verification' },
} as const satisfies Record<string, Sentence & { status: number }>;

export type AccountRule = keyof typeof accountErrors;

/** The message shown for a broken rule. */
export const accountSentence = (rule: AccountRule, language: Language): string => fill(accountErrors[rule][language]);
