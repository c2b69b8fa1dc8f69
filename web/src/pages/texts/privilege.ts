// What membership is good for.
import type { Text } from './text.ts';

export const text: Text = {
  zh: {
    title: '会员权益',
    lead: '每个工具都可以先免费试用，看到带水印的预览。会员可以下载高清无水印的结果。',
    sections: [
      {
        title: '高清无水印下载',
        paragraphs: ['下载的是原始清晰度的文件，不带{brand}的水印。预览最长边 1080 像素，视频预览为前几秒。'],
      },
      {
        title: '使用次数和有效期',
        paragraphs: [
          '每个套餐有可用次数和到期日期，登录后把鼠标移到头像上就能看到。再次购买时，天数和次数累加。到期后剩余次数保留，续费后继续使用。',
        ],
      },
      {
        title: '只为下载的结果付出',
        paragraphs: ['下载结果时才扣次数，同一个结果重复下载不再扣。处理失败、取消或没有下载时，预占的次数会退回。'],
      },
      {
        title: '金币',
        paragraphs: ['没有会员时可以用金币下载，10 金币抵一次。金币不会过期。会员次数用完后也会用金币。'],
      },
    ],
    links: [
      ['/membership', '查看套餐'],
      ['/refund', '退款说明'],
    ],
  },
  en: {
    title: 'Member benefits',
    lead: 'You can try every tool for free and see a watermarked preview. Members download results in full quality without the watermark.',
    sections: [
      {
        title: 'Full quality, no watermark',
        paragraphs: [
          'You get the file at its original resolution, without the {brand} watermark. Previews are at most 1080 pixels wide or high; of a video, the first seconds.',
        ],
      },
      {
        title: 'Uses and validity',
        paragraphs: [
          'Every plan has a number of uses and an expiry date, shown when you point at your avatar. Buying again adds both. Uses that are left when a membership ends are kept and count again once you renew.',
        ],
      },
      {
        title: 'You pay for what you download',
        paragraphs: [
          'Uses are taken when you download. Downloading the same result again is free. If a run fails, is canceled, or is never downloaded, what was set aside for it is given back.',
        ],
      },
      {
        title: 'Coins',
        paragraphs: [
          'Without a membership, coins pay for downloads: 10 coins count as one use. They never expire, and they also pay when a member has no uses left.',
        ],
      },
    ],
    links: [
      ['/membership', 'See plans'],
      ['/refund', 'Refund policy'],
    ],
  },
};
