// Questions and answers.
import type { Text } from './text.ts';

export const text: Text = {
  zh: {
    title: '常见问题',
    lead: '大家问得最多的几件事。',
    sections: [
      { title: '需要登录吗？', where: 'free', paragraphs: ['不需要，每个工具都可以直接打开。'] },
      {
        title: '需要登录吗？',
        where: 'sold',
        paragraphs: ['免费工具和试用不需要，每个工具都可以直接打开。购买会员或金币时需要登录，这样换设备也能使用。'],
      },
      { title: '收费吗？', where: 'free', paragraphs: ['不收费，全部工具都可以免费使用。'] },
      {
        title: '收费吗？',
        where: 'sold',
        paragraphs: [
          '转格式、压缩、裁剪、GIF、PDF 等工具免费。其他工具每天可以免费试用，看到带水印的预览；下载高清无水印的结果需要会员次数或金币。',
        ],
      },
      {
        title: '我的文件会被别人看到吗？',
        paragraphs: [
          '文件保存在随机生成的地址下，没有公开目录，别人无法猜到或浏览。任务只属于提交它的浏览器。文件不会发送给第三方，{hours} 小时后自动删除；也可以在列表中立即删除。',
          '请注意：复制出来的下载链接，拿到的人在到期之前都能打开。',
        ],
      },
      {
        title: '换了浏览器，为什么看不到任务？',
        paragraphs: ['没有登录时，任务跟着浏览器走。换浏览器、换设备或清除网站数据后，就看不到之前的任务了。'],
      },
      {
        title: 'iPhone 的 HEIC 照片能转吗？',
        paragraphs: [
          '可以，放入后转成 JPG 或 WebP 即可，拍摄方向会自动摆正。浏览器本身可能无法显示 HEIC 原图，这不影响转换。',
        ],
      },
      {
        title: '动图会变成静止的吗？',
        paragraphs: [
          'GIF 和动态 WebP 互相转换会保留全部画面和间隔。转成 JPG、PNG 等不支持动画的格式时，只保留第一帧。',
        ],
      },
      {
        title: '颜色会变吗？',
        paragraphs: ['默认转换为 sRGB，在各种屏幕上看起来一致。需要原来的颜色配置时，在选项里选择保留。'],
      },
    ],
    links: [
      ['/help', '帮助中心'],
      ['/contact', '联系我们'],
    ],
  },
  en: {
    title: 'FAQ',
    lead: 'The questions we hear most.',
    sections: [
      { title: 'Do I need an account?', where: 'free', paragraphs: ['No. Every tool works without one.'] },
      {
        title: 'Do I need an account?',
        where: 'sold',
        paragraphs: [
          'Not for free tools and free tries; every tool opens without one. You log in to buy a membership or coins, so that they follow you to any device.',
        ],
      },
      { title: 'Is it free?', where: 'free', paragraphs: ['Yes, all tools are free.'] },
      {
        title: 'Is it free?',
        where: 'sold',
        paragraphs: [
          'Converting, compressing, cropping, GIF, PDF and some more are free. Other tools have free tries every day with a watermarked preview; downloading in full quality takes uses of a membership, or coins.',
        ],
      },
      {
        title: 'Can others see my files?',
        paragraphs: [
          'No. Files are stored at random addresses that nobody can guess or browse, and are deleted after {hours} hours. You can also delete them at once by removing them from the list.',
          'Note that anyone who has a copied download link can open it until it expires.',
        ],
      },
      {
        title: 'Why are my tasks missing in another browser?',
        paragraphs: [
          'Without a login, tasks belong to the browser. In another browser, on another device, or after clearing the site’s data, earlier tasks are not shown.',
        ],
      },
      {
        title: 'Can I convert HEIC photos from an iPhone?',
        paragraphs: [
          'Yes. Add them and choose JPG or WebP. They are rotated automatically. Your browser may not be able to preview HEIC, but the conversion works.',
        ],
      },
      {
        title: 'Do animations stay animated?',
        paragraphs: [
          'Between GIF and animated WebP all frames and delays are kept. Formats without animation, such as JPG and PNG, keep the first frame.',
        ],
      },
      {
        title: 'Do colors change?',
        paragraphs: [
          'Colors are converted to sRGB by default, which looks the same on all screens. You can keep the original profile in the settings.',
        ],
      },
    ],
    links: [
      ['/help', 'Help'],
      ['/contact', 'Contact us'],
    ],
  },
};
