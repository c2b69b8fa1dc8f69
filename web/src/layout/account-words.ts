// The words of the header's account menu.
import { defineWords } from 'contract/words.ts';

export const accountWords = defineWords({
  zh: {
    account: '我的账号',
    more: '更多',
    moreTitle: '查看个人中心',
    openMembership: '开通会员',
    membershipText: '看看会员有哪些权益',
    renewMembership: '续费会员',
    clients: '客户端下载',
    settings: '账号设置',
    help: '帮助中心',
    logOut: '退出登录',
    logOutTitle: '确定要退出登录吗？',
    logOutText: '退出后，这台设备上的记录会从页面上清除。没有保存的结果请先下载。',
    stay: '取消',
    close: '关闭',
    loading: '加载中',
  },
  en: {
    account: 'My account',
    more: 'More',
    moreTitle: 'See your personal center',
    openMembership: 'Become a member',
    membershipText: 'See what members get',
    renewMembership: 'Renew your membership',
    clients: 'Download apps',
    settings: 'Account settings',
    help: 'Help',
    logOut: 'Log out',
    logOutTitle: 'Log out now?',
    logOutText: 'What is on this page is cleared when you log out. Please download results you still need.',
    stay: 'Cancel',
    close: 'Close',
    loading: 'Loading',
  },
});
