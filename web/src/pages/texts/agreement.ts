// The user agreement.
import type { Text } from './text.ts';

export const text: Text = {
  zh: {
    title: '用户协议',
    lead: '使用{brand}即表示您同意本协议。本站由{operator}运营。2026 年 11 月 22 日更新。',
    sections: [
      {
        title: '服务内容',
        paragraphs: [
          '本站提供在线图片和视频处理工具。我们会尽力保持稳定，但不保证服务永不中断，也不保证每个文件都能处理成功。处理结果请您自行检查后再使用，例如证件照是否符合受理机构的要求、识别出的文字是否准确。',
        ],
      },
      {
        title: '费用',
        where: 'free',
        paragraphs: ['全部工具免费。'],
      },
      {
        title: '费用',
        where: 'sold',
        paragraphs: [
          '部分工具免费。其他工具可以免费试用并看到带水印的预览，下载高清结果需要会员次数或金币。价格、次数和有效期在付款前写明，一次性付款，不会自动续费。',
          '次数和金币在您下载结果时扣除。会员到期后剩余次数保留，续费后可以继续使用；金币不会过期。次数和金币不能转让，也不能兑换现金。退款见《退款说明》。',
        ],
      },
      {
        title: '账号',
        paragraphs: [
          '不注册也可以开始使用。您可以用手机号、用户名和密码，或微信登录；首次用短信验证码登录新号码时，会自动注册账号。',
          '请使用您本人的手机号，保管好密码和验证码。发现账号被他人使用时，请修改密码，并在“登录设备”里退出其他设备。您可以随时注销账号。',
          '我们保存的手机号、微信信息和登录记录，详见《隐私政策》。',
        ],
      },
      {
        title: '您的文件',
        paragraphs: [
          '您上传的文件和处理结果归您所有。我们只为完成您要求的处理而使用它们。',
          '文件和结果在 {hours} 小时后自动删除，系统不保存操作记录。请及时保存，删除后无法恢复。',
        ],
      },
      {
        title: '您的责任',
        paragraphs: [
          '请只处理您有权使用的文件。不得上传违法内容，不得侵犯他人的著作权、肖像权和隐私，不得用去水印等功能去除他人的权利标识后传播，不得伪造证件。',
          '请不要绕过限制、攻击本站或大量占用资源。过于频繁的请求会被暂时限制，严重违反本协议的账号会被停用。',
        ],
      },
      {
        title: '责任范围',
        paragraphs: [
          '请保留原文件。因不可抗力、网络故障或您自身原因造成的损失，我们不承担责任；法律另有规定的，以法律为准。',
        ],
      },
      {
        title: '变更',
        paragraphs: ['协议变更时会更新在本页面，并改写上面的日期。变更后继续使用，即表示同意新的协议。'],
      },
    ],
    links: [
      ['/', '回到首页'],
      ['/privacy', '隐私政策'],
    ],
  },
  en: {
    title: 'Terms of service',
    lead: 'By using {brand} you agree to these terms. This site is run by {operator}. Last updated 22 November 2026.',
    sections: [
      {
        title: 'The service',
        paragraphs: [
          'This site offers online tools for images and video. We do our best to keep them running, but we can’t promise that they are always available or that every file can be processed. Please check results before you rely on them: whether an ID photo meets the authority’s requirements, for example, or whether extracted text is correct.',
        ],
      },
      {
        title: 'Fees',
        where: 'free',
        paragraphs: ['All tools are free.'],
      },
      {
        title: 'Fees',
        where: 'sold',
        paragraphs: [
          'Some tools are free. Others can be tried for free with a watermarked preview; downloading in full quality takes uses of a membership, or coins. Price, uses and validity are shown before you pay. Payments are made once and don’t renew by themselves.',
          'Uses and coins are taken when you download a result. Uses left when a membership ends are kept and count again once you renew; coins don’t expire. Neither can be transferred or exchanged for money. For refunds see the refund policy.',
        ],
      },
      {
        title: 'Your account',
        paragraphs: [
          'You can start without an account. You can log in with your phone number, with a username and password, or with WeChat. Logging in with an SMS code and a new number creates an account.',
          'Use your own phone number, and keep your password and codes to yourself. If somebody else has used your account, change your password and log out the other devices under Devices. You can delete your account at any time.',
          'The privacy policy says what we store: your phone number, what we receive from WeChat, and your logins.',
        ],
      },
      {
        title: 'Your files',
        paragraphs: [
          'Your files and results belong to you. We use them only to do what you asked for.',
          'Files and results are deleted after {hours} hours, and no record of what you do is kept. Please save your results promptly; once deleted, they cannot be recovered.',
        ],
      },
      {
        title: 'Your responsibilities',
        paragraphs: [
          'Only use files you have the right to use. Don’t upload anything illegal, don’t infringe the copyright, likeness or privacy of others, don’t remove other people’s rights notices in order to redistribute their work, and don’t forge documents.',
          'Don’t bypass limits, attack the site or hog its resources. Excessive requests are throttled, and accounts that seriously violate these terms are suspended.',
        ],
      },
      {
        title: 'Liability',
        paragraphs: [
          'Keep your originals. We are not liable for losses caused by events beyond our control, network failures or your own actions, except where the law says otherwise.',
        ],
      },
      {
        title: 'Changes',
        paragraphs: [
          'When these terms change, this page is updated along with the date above. By continuing to use the site you accept the new terms.',
        ],
      },
    ],
    links: [
      ['/', 'Back to home'],
      ['/privacy', 'Privacy policy'],
    ],
  },
};
