// The user agreement.
import type { Text } from './text.ts';

export const text: Text = {
  zh: {
    title: '用户协议',
    lead: '使用{brand}即表示您同意以下约定。本站由{operator}运营。',
    sections: [
      {
        title: '服务内容',
        paragraphs: [
          '本站提供在线图片和视频处理工具。工具按现状提供，我们尽力保持稳定，但不保证永不中断，也不保证每个文件都能处理成功。',
        ],
      },
      {
        title: '您的文件',
        paragraphs: [
          '您上传的文件及其结果归您所有。我们只为完成您要求的处理而使用它们，不用于其他目的，不发送给第三方。',
          '文件和结果在 {hours} 小时后自动删除，系统不保存操作记录。请及时保存结果；删除后无法恢复。',
        ],
      },
      {
        title: '您的责任',
        paragraphs: [
          '请只处理您有权使用的文件，不上传违法内容，不侵犯他人的著作权、肖像权和隐私。',
          '请不要以绕过限制、攻击或大量占用资源的方式使用本站。为了保证所有人可用，过于频繁的请求会被暂时限制。',
        ],
      },
      {
        title: '浏览器中保存的信息',
        paragraphs: [
          '本站在您的浏览器中保存语言、外观、一个随机编号，以及未完成的上传和任务，用来在您回来时接着进行。清除网站数据即可全部删除。本站不使用第三方统计或广告。',
        ],
      },
      {
        title: '变更',
        paragraphs: ['约定如有变更，会更新在本页面。变更后继续使用，即表示同意新的约定。'],
      },
    ],
    links: [
      ['/', '回到首页'],
      ['/contact', '联系我们'],
    ],
  },
  en: {
    title: 'User agreement',
    lead: 'By using {brand} you agree to the following. This site is run by {operator}.',
    sections: [
      {
        title: 'The service',
        paragraphs: [
          'This site offers online tools for pictures and video, as they are. We do our best to keep them running, but promise neither that they are never interrupted nor that every file can be worked on.',
        ],
      },
      {
        title: 'Your files',
        paragraphs: [
          'What you upload and what comes out of it is yours. We use it only to do what you asked for, for nothing else, and pass it to no third party.',
          'Files and results are deleted after {hours} hours and no record of what you do is kept. Please save results promptly; once deleted they cannot be brought back.',
        ],
      },
      {
        title: 'Your part',
        paragraphs: [
          'Please work only on files that you may use, upload nothing unlawful, and respect the copyright, the image and the privacy of others.',
          'Please do not get around limits, attack the site, or take up its resources in bulk. So that it stays usable for everybody, too many requests are held back for a while.',
        ],
      },
      {
        title: 'What your browser keeps',
        paragraphs: [
          'This site keeps your language, your theme, a random number, and unfinished uploads and tasks in your browser, so that you can go on when you come back. Clearing the site’s data deletes all of it. There are no third-party statistics and no advertising.',
        ],
      },
      {
        title: 'Changes',
        paragraphs: [
          'When this agreement changes, this page does. Going on using the site means agreeing to the new one.',
        ],
      },
    ],
    links: [
      ['/', 'Back to home'],
      ['/contact', 'Contact us'],
    ],
  },
};
