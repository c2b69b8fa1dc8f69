// The refund policy, shown where memberships are sold.
import type { Text } from './text.ts';

export const text: Text = {
  zh: {
    title: '退款说明',
    lead: '会员和金币都是一次性付款，不会自动续费。',
    sections: [
      {
        title: '不用申请的情况',
        paragraphs: ['处理失败、取消或没有下载的结果不扣次数和金币，预占的部分会自动退回。同一个结果重复下载不再扣。'],
      },
      {
        title: '怎么申请退款',
        paragraphs: [
          '请通过联系我们页面的邮箱或电话提出，并附上订单号。订单号在付款完成的窗口里可以看到。',
          '如需联系：{email}',
        ],
      },
      {
        title: '退款之后',
        paragraphs: [
          '款项按原付款方式退回，到账时间由微信支付、支付宝或 PayPal 决定。全额退款后，该订单的有效期会取消，还没用完的次数和金币会收回，已经下载的结果不受影响。',
        ],
      },
      { title: '谨防冒充', paragraphs: ['付款只在本站的付款窗口里进行。有人以{brand}的名义私下收款时，请不要付款。'] },
    ],
    links: [
      ['/membership', '查看套餐'],
      ['/contact', '联系我们'],
    ],
  },
  en: {
    title: 'Refund policy',
    lead: 'Memberships and coins are one-time payments. Nothing renews by itself.',
    sections: [
      {
        title: 'What is never charged',
        paragraphs: [
          'Results that fail, are canceled or are never downloaded cost no uses and no coins; what was set aside is given back automatically. Downloading the same result again is free.',
        ],
      },
      {
        title: 'How to ask for a refund',
        paragraphs: [
          'Write to or call the address on our contact page and include the order number, which is shown when a payment is complete.',
          'You can reach us at {email}.',
        ],
      },
      {
        title: 'After a refund',
        paragraphs: [
          'The money goes back the way it was paid; WeChat Pay, Alipay or PayPal decide how long that takes. After a full refund the order’s time as a member ends, and its unused uses and coins are taken back. Results you have downloaded stay yours.',
        ],
      },
      {
        title: 'Beware of impostors',
        paragraphs: [
          'Payments are made only in this site’s payment window. If anybody asks for money privately in the name of {brand}, don’t pay.',
        ],
      },
    ],
    links: [
      ['/membership', 'See plans'],
      ['/contact', 'Contact us'],
    ],
  },
};
