// The words of the page about apps.
import { defineWords } from 'contract/words.ts';

export const downloadWords = defineWords({
  zh: {
    title: '客户端下载',
    lead: '网页版已经包含全部工具，无需安装。想放在桌面上，可以用下面的客户端。',
    windows: 'Windows 客户端',
    windowsText: '本站运营方提供的 Windows 安装包。',
    android: 'Android 客户端',
    androidText: '本站运营方提供的 Android 安装包。',
    download: '下载',
    none: '这台服务器暂未提供，请直接使用网页版。',
    pin: '不装客户端也方便',
    pinText:
      '在电脑浏览器的菜单里选择「安装」或「创建快捷方式」，在手机浏览器的菜单里选择「添加到主屏幕」，以后一点就开。',
  },
  en: {
    title: 'Download apps',
    lead: 'The website holds every tool and needs no installation. If you want it on your desktop, use an app.',
    windows: 'Windows app',
    windowsText: 'The installer for Windows, from the operator of this site.',
    android: 'Android app',
    androidText: 'The package for Android, from the operator of this site.',
    download: 'Download',
    none: 'Not offered by this server yet. Please use the website directly.',
    pin: 'Handy without an app, too',
    pinText:
      'Choose “Install” or “Create shortcut” in the menu of your computer’s browser, or “Add to home screen” on your phone, and it opens with one tap.',
  },
});
