// The strings around the sections of the personal centre.
import { defineWords } from 'contract/words.ts';

export const centerWords = defineWords({
  zh: {
    center: '个人中心',
    personalInfo: '个人信息',
    accountSetting: '账号设置',
    devices: '登录设备',
    apiKeys: 'API 密钥',
    webhooks: 'Webhook',
    recharge: '充值记录',
    uses: '使用记录',
    coupons: '优惠券',
    loggedOut: '您还没有登录，请先登录',
    loggedOutNext: '登录后可以查看和修改账号。',
    logIn: '登录 / 注册',
    loading: '加载中',
    loadFailed: '加载失败',
    again: '重试',
  },
  en: {
    center: 'Account',
    personalInfo: 'Profile',
    accountSetting: 'Security',
    devices: 'Devices',
    apiKeys: 'API keys',
    webhooks: 'Webhooks',
    recharge: 'Orders',
    uses: 'Usage',
    coupons: 'Coupons',
    loggedOut: 'You are not logged in, please log in first',
    loggedOutNext: 'Log in to view and edit your account.',
    logIn: 'Log in',
    loading: 'Loading',
    loadFailed: 'Couldn’t load',
    again: 'Try again',
  },
});
