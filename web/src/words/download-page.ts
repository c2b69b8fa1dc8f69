// The words of the page about apps.
import { defineWords } from 'contract/words.ts';

export const downloadWords = defineWords({
  zh: {
    title: '客户端下载',
    lead: '网页版包含全部工具，无需安装。也可以下载客户端。',
    windows: 'Windows 客户端',
    windowsText: 'Windows 安装包',
    android: 'Android 客户端',
    androidText: 'Android 安装包',
    download: '下载',
    none: '暂未提供，请使用网页版。',
    pin: '添加到桌面',
    pinText: '在电脑浏览器的菜单里选择“安装”或“创建快捷方式”，在手机浏览器的菜单里选择“添加到主屏幕”。',
  },
  en: {
    title: 'Download apps',
    lead: 'The website has every tool and needs no installation. You can also get an app.',
    windows: 'Windows app',
    windowsText: 'Installer for Windows',
    android: 'Android app',
    androidText: 'Package for Android',
    download: 'Download',
    none: 'Not available yet. Use the website instead.',
    pin: 'Add to your home screen',
    pinText:
      'Choose “Install” or “Create shortcut” in your desktop browser’s menu, or “Add to Home Screen” on your phone.',
  },
});
