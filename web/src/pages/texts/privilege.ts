// What membership is good for.
import type { Text } from './text.ts';

export const text: Text = {
  zh: {
    title: '会员权益',
    lead: '会员尚未开放，以下是会员将包含的内容。在此之前，现有工具对所有人免费开放。',
    sections: [
      { title: '高清无水印下载', paragraphs: ['会员下载的结果是原始清晰度，不带产品水印。'] },
      { title: '使用次数和有效期', paragraphs: ['每个套餐有可用次数和到期日期。再次购买时，天数和次数累加。'] },
      { title: '只为成功的结果付出', paragraphs: ['处理失败或被取消时，不扣除次数或点数。'] },
    ],
    links: [
      ['/', '去用工具'],
      ['/membership', '会员充值'],
    ],
  },
  en: {
    title: 'Membership privileges',
    lead: 'Memberships are not open yet. This is what they will hold; until then the tools that are here are free for everybody.',
    sections: [
      {
        title: 'HD downloads without a watermark',
        paragraphs: ['Members download results in full resolution and without the product’s watermark.'],
      },
      {
        title: 'Uses and validity',
        paragraphs: ['Every plan has a number of uses and an expiry date. Buying again adds days and uses.'],
      },
      {
        title: 'Only what succeeds counts',
        paragraphs: ['Work that fails or is cancelled costs no use and no points.'],
      },
    ],
    links: [
      ['/', 'Use the tools'],
      ['/membership', 'Membership'],
    ],
  },
};
