// The help page.
import type { Text } from './text.ts';

export const text: Text = {
  zh: {
    title: '帮助中心',
    lead: '遇到问题，先看这里。',
    sections: [
      {
        title: '怎样放入文件',
        paragraphs: [
          '有五种方式：拖到页面上、从剪贴板粘贴、选择文件、选择整个文件夹、填入以 http 或 https 开头的链接。想先看看效果，可以用工具页上的示例图片。',
          '图片最大 50 MB、1 亿像素，超过时会在上传前提示。',
        ],
      },
      {
        title: '上传中断了',
        paragraphs: [
          '断网、刷新或关闭页面都不会丢失已传的部分。重新打开同一个工具，会接着上传。',
          '如果浏览器要求重新选择文件，选同一个文件即可接着传。',
        ],
      },
      {
        title: '处理很慢或在排队',
        paragraphs: [
          '列表里会显示进度、预计剩余时间和排队位置。可以离开页面，稍后回来任务还在；不想等时，点取消会在一秒内停止。',
        ],
      },
      {
        title: '某个文件失败了',
        paragraphs: ['一批里有一个文件损坏，不影响其他文件。失败的那一行会说明原因；可以换一个文件，也可以移除。'],
      },
      {
        title: '结果变大了',
        paragraphs: [
          '有些转换会让文件变大，例如 JPG 转成 PNG 或 BMP。可以改用 WebP 或 AVIF、降低画质，或指定文件大小。',
        ],
      },
      {
        title: '结果上有水印，或只有一部分',
        where: 'sold',
        paragraphs: [
          '那是试用的预览：图片最长边 1080 像素并带水印，视频只有前几秒，文字只有开头。下载时用会员次数或金币解锁，拿到的是完整、无水印的文件。',
        ],
      },
      {
        title: '付款后没有到账',
        where: 'sold',
        paragraphs: [
          '到账一般只要几秒。先在个人中心的“充值记录”里查看订单；显示“待付款”时，稍等一分钟再刷新。仍未到账，请带上订单号联系我们。',
        ],
      },
      {
        title: '找不到以前的结果',
        paragraphs: ['文件和结果在 {hours} 小时后自动删除，系统不保存操作记录，删除后无法恢复。请及时下载保存。'],
      },
    ],
    links: [
      ['/tutorial', '看使用教程'],
      ['/faq', '常见问题'],
      ['/contact', '联系我们'],
    ],
  },
  en: {
    title: 'Help',
    lead: 'Something not working? Start here.',
    sections: [
      {
        title: 'How to add files',
        paragraphs: [
          'Drop them on the page, paste them, choose files or a whole folder, or add a link that begins with http or https. To see what a tool does first, try one of its samples.',
          'Images can be up to 50 MB and 100 megapixels. You’ll be told before the upload if one is too large.',
        ],
      },
      {
        title: 'The upload was interrupted',
        paragraphs: [
          'Nothing is lost. Open the same tool again and the upload resumes where it stopped.',
          'If you’re asked for the file again, choose the same file to continue.',
        ],
      },
      {
        title: 'It’s slow or queued',
        paragraphs: [
          'You can see the progress, the time left and your place in the queue. Feel free to leave the page and come back, or cancel at any time.',
        ],
      },
      {
        title: 'One file failed',
        paragraphs: ['A damaged file doesn’t affect the others. Its row says why it failed; replace or remove it.'],
      },
      {
        title: 'The result is larger than the original',
        paragraphs: [
          'Some conversions make files larger, such as JPG to PNG or BMP. Use WebP or AVIF, lower the quality, or set a target file size.',
        ],
      },
      {
        title: 'My result has a watermark or is cut short',
        where: 'sold',
        paragraphs: [
          'That is the preview of a free try: images of at most 1080 pixels with a watermark, the first seconds of a video, the beginning of a text. Unlock it with uses of a membership or with coins, and you download the whole file without a watermark.',
        ],
      },
      {
        title: 'I paid, and nothing has arrived',
        where: 'sold',
        paragraphs: [
          'It usually takes seconds. Look at the order under Orders in your account; if it says Unpaid, wait a minute and reload. If it stays that way, contact us with the order number.',
        ],
      },
      {
        title: 'An earlier result is gone',
        paragraphs: [
          'Files and results are deleted after {hours} hours and can’t be recovered. Please download them promptly.',
        ],
      },
    ],
    links: [
      ['/tutorial', 'See the tutorial'],
      ['/faq', 'FAQ'],
      ['/contact', 'Contact us'],
    ],
  },
};
