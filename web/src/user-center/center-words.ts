// The words around the sections of the personal center.
import { defineWords } from 'contract/words.ts';

export const centerWords = defineWords({
  zh: {
    center: '个人中心',
    personalInfo: '个人信息',
    accountSetting: '账号设置',
    devices: '登录设备',
    loggedOut: '您还没有登录，请先登录',
    loggedOutNext: '登录后可以查看和修改您的账号。',
    logIn: '登录 / 注册',
    loading: '加载中',
    loadFailed: '没有加载成功',
    again: '重试',
  },
  en: {
    center: 'Personal center',
    personalInfo: 'Personal info',
    accountSetting: 'Account settings',
    devices: 'Devices',
    loggedOut: 'You are not logged in, please log in first',
    loggedOutNext: 'Once logged in you can see and change your account here.',
    logIn: 'Log in / Register',
    loading: 'Loading',
    loadFailed: 'This did not load',
    again: 'Try again',
  },
});
