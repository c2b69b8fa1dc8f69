// The strings of the page about apps.
import { defineWords } from 'contract/words.ts';

export const downloadWords = defineWords({
  zh: {
    title: '客户端下载',
    lead: '网页版包含全部工具，无需安装；也可以装到桌面或手机。',
    windows: 'Windows 客户端',
    windowsText: 'Windows 安装包',
    android: 'Android 客户端',
    androidText: 'Android 安装包',
    download: '下载',
  },
  en: {
    title: 'Download apps',
    lead: 'The website has every tool and needs no installation. You can also install it as an app.',
    windows: 'Windows app',
    windowsText: 'Installer for Windows',
    android: 'Android app',
    androidText: 'Package for Android',
    download: 'Download',
  },
});
