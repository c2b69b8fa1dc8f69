// The page that membership is topped up on, until it is sold.
import type { Text } from './text.ts';

export const text: Text = {
  zh: {
    title: '会员充值',
    lead: '这台服务器还没有开放会员充值。现在全部工具免费，结果可以直接下载。',
    sections: [
      {
        title: '不用等会员',
        paragraphs: ['没有次数限制，没有水印，也不需要登录。放入文件就可以开始。'],
      },
      {
        title: '开放之后',
        paragraphs: [
          '套餐、价格、有效期和付款方式会列在这个页面上。会员有剩余次数和到期日期，登录后可以在个人中心查看。',
        ],
      },
    ],
    links: [
      ['/', '去用工具'],
      ['/privilege', '会员权益'],
    ],
  },
  en: {
    title: 'Membership',
    lead: 'Memberships are not sold on this server yet. Every tool is free now and results can be downloaded directly.',
    sections: [
      {
        title: 'No need to wait',
        paragraphs: ['There is no limit of uses, no watermark, and no login. Add a file and start.'],
      },
      {
        title: 'Once it opens',
        paragraphs: [
          'Plans, prices, validity and ways to pay will be listed on this page. A membership has a number of uses and an expiry date, shown in the personal center after logging in.',
        ],
      },
    ],
    links: [
      ['/', 'Use the tools'],
      ['/privilege', 'Membership privileges'],
    ],
  },
};
