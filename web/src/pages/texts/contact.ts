// How to reach the operator of this server.
import type { Text } from './text.ts';

export const text: Text = {
  zh: {
    title: '联系我们',
    lead: '本站由{operator}运营。有问题、建议，或发现有文件侵犯了您的权利，都可以联系我们。',
    sections: [
      {
        title: '联系方式',
        paragraphs: ['邮箱：{email}', '电话：{phone}'],
        otherwise: '运营方还没有公布邮箱和电话。常见问题和帮助中心里有大多数问题的答案。',
      },
      {
        title: '写清这些会更快',
        paragraphs: [
          '用的是哪个工具，文件是什么格式、多大，页面上显示的提示文字。请不要在邮件里发送私密文件。',
          '处理结果在 {hours} 小时后自动删除，请在此之前联系，过后我们也无法找回。',
        ],
      },
    ],
    links: [
      ['/help', '帮助中心'],
      ['/faq', '常见问题'],
    ],
  },
  en: {
    title: 'Contact us',
    lead: 'This site is run by {operator}. Contact us with questions or feedback, or if a file here violates your rights.',
    sections: [
      {
        title: 'How to reach us',
        paragraphs: ['Email: {email}', 'Phone: {phone}'],
        otherwise: 'No email address or phone number has been published yet. Help and the FAQ answer most questions.',
      },
      {
        title: 'What to include',
        paragraphs: [
          'The tool you used, the file’s format and size, and any message you saw. Don’t send private files by email.',
          'Results are deleted after {hours} hours. Please write before that, as we cannot bring them back afterwards either.',
        ],
      },
    ],
    links: [
      ['/help', 'Help'],
      ['/faq', 'FAQ'],
    ],
  },
};
