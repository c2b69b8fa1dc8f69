// The refund statement.
import type { Text } from './text.ts';

export const text: Text = {
  zh: {
    title: '退款说明',
    lead: '本站目前不销售会员或点数，没有需要退款的项目。',
    sections: [
      {
        title: '现在',
        paragraphs: [
          '全部工具免费，本站不会向您收取任何费用，也不会要求填写付款信息。如果有人以{brand}的名义收款，那不是我们，请不要付款。',
        ],
      },
      {
        title: '开放付费之后',
        paragraphs: [
          '开放会员之前，这里会写明退款条件和办理方式，并在付款页面上再次提示。没有成功的处理不会扣除次数或点数。',
        ],
      },
    ],
    links: [
      ['/privilege', '会员权益'],
      ['/contact', '联系我们'],
    ],
  },
  en: {
    title: 'Refund statement',
    lead: 'This site sells neither memberships nor points at present, so there is nothing to refund.',
    sections: [
      {
        title: 'Now',
        paragraphs: [
          'Every tool is free. This site charges nothing and asks for no payment details. Should anybody ask for money in the name of {brand}, it is not us: please do not pay.',
        ],
      },
      {
        title: 'Once memberships are sold',
        paragraphs: [
          'Before that, the conditions of a refund and how to ask for one will be written here and shown again when you pay. Work that does not succeed costs no use and no points.',
        ],
      },
    ],
    links: [
      ['/privilege', 'Membership privileges'],
      ['/contact', 'Contact us'],
    ],
  },
};
