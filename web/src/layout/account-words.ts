// The strings of the header's account menu.
import { defineWords } from 'contract/words.ts';

export const accountWords = defineWords({
  zh: {
    account: '我的账号',
    more: '更多',
    moreTitle: '进入个人中心',
    openMembership: '开通会员',
    membershipText: '查看会员权益',
    renewMembership: '续费会员',
    clients: '客户端下载',
    settings: '账号设置',
    help: '帮助中心',
    logOut: '退出登录',
    logOutTitle: '退出登录？',
    logOutText: '退出后会清空页面上的任务，请先下载需要的结果。',
    stay: '取消',
    close: '关闭',
    loading: '加载中',
  },
  en: {
    account: 'My account',
    more: 'More',
    moreTitle: 'Open your account',
    openMembership: 'Become a member',
    membershipText: 'See member benefits',
    renewMembership: 'Renew membership',
    clients: 'Download apps',
    settings: 'Security',
    help: 'Help',
    logOut: 'Log out',
    logOutTitle: 'Log out?',
    logOutText: 'Your tasks will be cleared from this page. Download any results you need first.',
    stay: 'Cancel',
    close: 'Close',
    loading: 'Loading',
  },
});
