// The privacy policy: what the server and the browser keep, for how long, and who sees it. New data to store is added here.
import type { Text } from './text.ts';

export const text: Text = {
  zh: {
    title: '隐私政策',
    lead: '本站由{operator}运营。这里写明{brand}保存哪些信息、保存多久、给谁看。2026 年 11 月 22 日更新。',
    sections: [
      {
        title: '您的文件',
        paragraphs: [
          '您上传的文件、处理结果，以及任务的记录（文件名、所选的选项、进度）只用于完成您要求的处理。{hours} 小时后自动删除；您也可以随时在列表中移除，立即删除。',
          '文件保存在随机生成的地址下，没有公开目录。复制出来的下载链接，拿到的人在到期前都能打开，请只发给信任的人。',
          '如果您填写的是链接，由我们的服务器去读取该链接，对方网站看到的是服务器的地址。',
          '我们不查看您的文件，不用它们训练模型，也不出售。',
        ],
      },
      {
        title: '不登录时',
        paragraphs: [
          '不登录也可以开始使用。浏览器会生成一个随机编号，服务器只保存它的哈希值，用来认出哪些任务是您的，任务删除时一并删除。',
          '为防止滥用，您的网络地址会以加密哈希的形式参与计数，与任务一起或最迟在一天后删除；我们不保存地址本身，也不保存访问日志。',
        ],
      },
      {
        title: '注册账号后',
        paragraphs: [
          '账号包含：手机号、用户名（选填）、昵称、头像、性别（选填）、注册时间，以及您是通过谁的分享、哪个渠道或哪条广告来的。密码只保存无法还原的哈希值。',
          '用微信登录时，我们从微信得到一个只用于识别您的编号和昵称，不会得到您的微信号、好友和聊天内容。',
          '每次登录会记下设备和浏览器的名称、登录时间、最近使用时间，30 天不使用即失效；您可以在“登录设备”里查看和退出。',
          '短信验证码只保存哈希值，几分钟后失效并删除。拖动验证时记录的拖动轨迹只用于当次判断，不保存。',
        ],
      },
      {
        title: '试用和付款',
        where: 'sold',
        paragraphs: [
          '为计算每天的试用次数，我们记下所用的工具，以及您的账号，或随机编号和网络地址的加密哈希，三天后删除。',
          '购买会员或金币时，我们保存订单（套餐、金额、优惠券、付款方式、时间）、付款方给出的交易号，以及次数和金币的每次增减。付款在微信支付、支付宝或 PayPal 完成，它们会得到订单号、套餐名和金额；我们得不到您的银行卡号和支付密码。',
          '最近的购买会在会员页面滚动显示，姓名只露出一个字。注销账号后，为记账需要保留订单和收支记录，但不再与您关联。',
        ],
      },
      {
        title: '保存在您浏览器里的',
        paragraphs: [
          '语言、深浅色、随机编号、登录凭证和昵称、未完成的上传和任务、您保存的水印模板，都保存在您的浏览器里，让您回来时能接着做。清除网站数据即可全部删除。',
          '只有一个 Cookie（agentCode）：当您通过推广链接进入时记下推广人的编号，30 天后失效。本站不使用第三方统计、广告或跟踪。',
        ],
      },
      {
        title: '会交给谁',
        paragraphs: [
          '短信服务商：为了发送验证码，会得到您的手机号。微信：当您选择微信登录时。云存储或模型服务器：如果运营方使用，文件会存放在那里或在那里处理，仅为本站服务。',
          '除此之外，只有法律要求时才会提供。',
        ],
      },
      {
        title: '您可以做什么',
        paragraphs: [
          '登录后可以随时修改资料、导出全部数据、解绑微信、退出其他设备，或注销账号。注销后，账号资料、任务和文件立即删除，无法恢复。',
        ],
      },
      {
        title: '未成年人',
        paragraphs: ['未满 14 周岁请在监护人同意和陪同下使用，不要注册账号。'],
      },
      {
        title: '更新和联系',
        paragraphs: ['本政策有变更时，会更新在本页面，并改写上面的日期。', '邮箱：{email}', '电话：{phone}'],
      },
    ],
    links: [
      ['/', '回到首页'],
      ['/agreement', '用户协议'],
    ],
  },
  en: {
    title: 'Privacy policy',
    lead: 'This site is run by {operator}. This page says what {brand} stores, for how long, and who can see it. Last updated 22 November 2026.',
    sections: [
      {
        title: 'Your files',
        paragraphs: [
          'The files you upload, the results, and the record of each task (file name, options, progress) are used only to do what you asked for. They are deleted automatically after {hours} hours, or at once when you remove them from the list.',
          'Files are stored at random addresses with no public listing. Anyone who has a copied download link can open it until it expires, so share it only with people you trust.',
          'When you add a file by link, our server fetches it. The other website sees the server’s address, not yours.',
          'We don’t look at your files, don’t train models on them, and don’t sell them.',
        ],
      },
      {
        title: 'Without an account',
        paragraphs: [
          'You can start without an account. Your browser makes up a random number; the server stores only a hash of it to know which tasks are yours, and deletes it with them.',
          'To prevent abuse, your network address is counted as a keyed hash, which is deleted with the task or after a day at most. We store neither the address itself nor an access log.',
        ],
      },
      {
        title: 'With an account',
        paragraphs: [
          'An account holds your phone number, username (optional), nickname, profile picture, gender (optional), the date you signed up, and the referral, channel or ad that brought you here. Your password is stored only as a hash that cannot be reversed.',
          'If you sign in with WeChat, we receive an identifier and your nickname. We don’t receive your WeChat ID, contacts or messages.',
          'For each login we store the name of the device and browser, when you logged in and when it was last used. A login expires after 30 days without use. You can see your logins under Devices and log them out.',
          'SMS codes are stored only as hashes and expire within minutes. The movement you make in a slider check is used for that check and not stored.',
        ],
      },
      {
        title: 'Free tries and payments',
        where: 'sold',
        paragraphs: [
          'To count free tries we note the tool together with your account, or with hashes of your random number and your network address. This is deleted after three days.',
          'When you buy a membership or coins we store the order (plan, amount, coupon, payment method, time), the provider’s transaction number, and every change of your uses and coins. You pay with WeChat Pay, Alipay or PayPal, who receive the order number, the plan’s name and the amount. We never see your card number or payment password.',
          'Recent purchases are shown on the membership page with the name masked. If you delete your account, orders and ledger entries are kept for bookkeeping, no longer linked to you.',
        ],
      },
      {
        title: 'In your browser',
        paragraphs: [
          'Your language, theme, random number, login token, nickname, unfinished uploads and tasks, and the watermark templates you save are kept in your browser so that you can pick up where you left off. Clearing the site’s data deletes all of it.',
          'There is one cookie, agentCode. It is set only if you arrive through a referral link, holds the referrer’s code, and expires after 30 days. There are no third-party analytics, ads or trackers.',
        ],
      },
      {
        title: 'Who else receives data',
        paragraphs: [
          'SMS provider: your phone number, to send you a code. WeChat: when you choose to sign in with it. Cloud storage or model servers, if the operator uses them: files are stored or processed there, for this site only.',
          'Beyond that, data is disclosed only where the law requires it.',
        ],
      },
      {
        title: 'Your choices',
        paragraphs: [
          'When logged in you can edit your details, export all your data, unlink WeChat, log out other devices, or delete your account. Deleting it removes your details, tasks and files at once and cannot be undone.',
        ],
      },
      {
        title: 'Children',
        paragraphs: [
          'If you are under 14, use this site together with a parent or guardian and don’t create an account.',
        ],
      },
      {
        title: 'Changes and contact',
        paragraphs: [
          'When this policy changes, this page is updated along with the date above.',
          'Email: {email}',
          'Phone: {phone}',
        ],
      },
    ],
    links: [
      ['/', 'Back to home'],
      ['/agreement', 'Terms of service'],
    ],
  },
};
