// The words of the list of devices.
import { defineWords } from 'contract/words.ts';

export const devicesWords = defineWords({
  zh: {
    intro: '您的账号在这些设备上登录着。看到不认识的设备，请退出它并修改密码。',
    thisOne: '当前设备',
    unknown: '未知设备',
    seen: '最近使用：{time}',
    since: '登录于 {time}',
    end: '退出',
    endOne: '让 {name} 退出登录',
    ended: '设备已退出登录',
    endOthers: '退出其他设备',
    endOthersTitle: '让其他设备都退出登录吗？',
    endOthersText: '其他 {count} 台设备需要重新登录，当前设备不受影响。',
    othersEnded: '其他设备已退出登录',
    cancel: '取消',
    close: '关闭',
  },
  en: {
    intro: 'Your account is logged in on these devices. If you do not know one, log it out and change your password.',
    thisOne: 'This device',
    unknown: 'Unknown device',
    seen: 'Last used {time}',
    since: 'Logged in {time}',
    end: 'Log out',
    endOne: 'Log out {name}',
    ended: 'The device was logged out',
    endOthers: 'Log out other devices',
    endOthersTitle: 'Log out all other devices?',
    endOthersText: 'The other devices ({count}) will have to log in again. This one stays logged in.',
    othersEnded: 'The other devices were logged out',
    cancel: 'Cancel',
    close: 'Close',
  },
});
