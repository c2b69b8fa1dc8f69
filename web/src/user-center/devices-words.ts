// The strings of the list of devices.
import { defineWords } from 'contract/words.ts';

export const devicesWords = defineWords({
  zh: {
    intro: '您的账号已在以下设备登录。如有陌生设备，请退出它的登录并修改密码。',
    thisOne: '当前设备',
    unknown: '未知设备',
    seen: '最近使用：{time}',
    since: '登录时间：{time}',
    end: '退出',
    endOne: '退出 {name}',
    ended: '已退出这台设备',
    endOthers: '退出其他设备',
    endOthersTitle: '退出其他所有设备？',
    endOthersText: '其他 {count} 台设备需要重新登录，当前设备不受影响。',
    othersEnded: '已退出其他设备',
    cancel: '取消',
    close: '关闭',
  },
  en: {
    intro: 'You’re logged in on these devices. If you don’t recognize one, log it out and change your password.',
    thisOne: 'This device',
    unknown: 'Unknown device',
    seen: 'Last used {time}',
    since: 'Logged in {time}',
    end: 'Log out',
    endOne: 'Log out {name}',
    ended: 'Device logged out',
    endOthers: 'Log out other devices',
    endOthersTitle: 'Log out of all other devices?',
    endOthersText: '{count} other {count:device|devices} will need to log in again. This device stays logged in.',
    othersEnded: 'Other devices logged out',
    cancel: 'Cancel',
    close: 'Close',
  },
});
