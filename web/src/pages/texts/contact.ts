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
        otherwise:
          '运营方还没有公布邮箱和电话。常见问题和帮助中心里有大多数问题的答案；如果网址是别人给您的，也可以问问他。',
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
    lead: 'This site is run by {operator}. Write to us with questions and ideas, or when a file here violates your rights.',
    sections: [
      {
        title: 'How to reach us',
        paragraphs: ['E-mail: {email}', 'Telephone: {phone}'],
        otherwise:
          'No e-mail address or telephone number has been published yet. Q&A and Help answer most questions; whoever gave you this address may know who runs it.',
      },
      {
        title: 'What helps us to help',
        paragraphs: [
          'Which tool you used, the format and size of the file, and the words the page showed. Please do not send private files by e-mail.',
          'Results are deleted after {hours} hours. Please write before that, as we cannot bring them back afterwards either.',
        ],
      },
    ],
    links: [
      ['/help', 'Help'],
      ['/faq', 'Q&A'],
    ],
  },
};
