// The strings of the app: installing it, files passed to it, new versions, and offline use.
import { defineWords } from 'contract/words.ts';

export const installWords = defineWords({
  zh: {
    title: '安装到桌面或手机',
    text: '像应用一样打开，有自己的窗口和图标；在相册里点“分享”，就能用这里的工具处理。',
    install: '安装',
    installed: '已安装，可以从桌面或主屏幕打开。',
    insecure: '安装需要以 https 开头的网址，请联系网站管理员。',
    wechat: '微信里不能安装：点右上角“…”，选择“在浏览器打开”，再安装。',
    ios: '点浏览器的“分享”按钮，选择“添加到主屏幕”。',
    'mac-safari': '在菜单栏选择“文件”→“添加到程序坞”。',
    'android-menu': '打开浏览器菜单，选择“安装应用”或“添加到主屏幕”。',
    'desktop-firefox': 'Firefox 不能安装网页应用，请用 Edge 或 Chrome 打开本页。',
    'desktop-menu': '点地址栏右侧的安装图标，或在浏览器菜单里选择“安装”。',
  },
  en: {
    title: 'Install the app',
    text: 'Opens in a window of its own, with its own icon. Share an image or video with it and pick a tool.',
    install: 'Install',
    installed: 'Installed. Open it from your desktop or home screen.',
    insecure: 'Installing needs an address that begins with https. Ask the site’s operator.',
    wechat: 'WeChat can’t install it: tap “…” at the top right, choose “Open in browser”, and install it there.',
    ios: 'Tap your browser’s Share button and choose “Add to Home Screen”.',
    'mac-safari': 'Choose File → Add to Dock in the menu bar.',
    'android-menu': 'Open your browser’s menu and choose “Install app” or “Add to Home screen”.',
    'desktop-firefox': 'Firefox can’t install web apps. Open this page in Edge or Chrome.',
    'desktop-menu': 'Click the install icon at the end of the address bar, or choose Install in your browser’s menu.',
  },
});

export const sharedWords = defineWords({
  zh: {
    title: '打开文件',
    lead: '从其他应用分享来的文件，或用本应用打开的文件，会出现在这里。',
    drop: '添加文件',
    pick: '选择文件',
    failed: '没有收到文件，可能是设备空间不足。请在这里直接选择。',
    left: '还有 {count} 个文件没有收到：一次最多收 100 个，合计不超过 1 GB。请在这里分批添加。',
    nothing: '还没有文件。在相册或其他应用里点“分享”，选择本应用；也可以在这里选择。',
  },
  en: {
    title: 'Open files',
    lead: 'Files shared from other apps, or opened with this one, show up here.',
    drop: 'Add files',
    pick: 'Choose files',
    failed: 'The files didn’t arrive; the device may be out of space. Choose them here instead.',
    left: 'Not received: {count}. The app receives up to 100 files and 1 GB at a time. Add the rest here.',
    nothing: 'Nothing here yet. Share an image or video from another app and pick this one, or choose files here.',
  },
});

export const barWords = defineWords({
  zh: {
    newVersion: '网站已更新，刷新后使用新版本。文件和任务不受影响。',
    reload: '刷新',
    offline: '没有网络。连上后才能处理文件，已添加的文件和任务会保留。',
  },
  en: {
    newVersion: 'A new version is ready. Reload to use it; your files and tasks are kept.',
    reload: 'Reload',
    offline: 'You’re offline. Tools need a connection; your files and tasks are kept.',
  },
});

export const offlineWords = defineWords({
  zh: {
    title: '没有网络',
    text: '这个页面要联网才能打开。请检查 Wi-Fi 或移动网络，连上后会自动打开。已添加的文件和任务会保留。',
    again: '再试一次',
  },
  en: {
    title: 'You’re offline',
    text: 'This page needs a connection. Check your Wi-Fi or mobile data; it opens by itself once you’re back online. Your files and tasks are kept.',
    again: 'Try again',
  },
});
