// The help page.
import type { Text } from './text.ts';

export const text: Text = {
  zh: {
    title: '帮助中心',
    lead: '遇到问题先看这里。多数情况下，按提示重试一次就好。',
    sections: [
      {
        title: '怎样放入文件',
        paragraphs: [
          '有五种方式：拖到页面上、从剪贴板粘贴、选择文件、选择整个文件夹、填入以 http 或 https 开头的链接。想先看看效果，可以用工具页上的示例图片。',
          '文件按内容识别，与扩展名无关。图片最大 50 MB、1 亿像素；超过时会在上传之前告诉您。',
        ],
      },
      {
        title: '上传中断了',
        paragraphs: [
          '断网、刷新或关闭页面都不会丢失已传的部分。重新打开同一个工具页，上传会从断开的地方继续；大文件最多重传一小段。',
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
          '有些转换必然会变大，例如把 JPG 转成 PNG 或 BMP。变大时结果旁边会说明，并给出建议：换成 WebP 或 AVIF，降低质量，或填写目标大小。',
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
    lead: 'Start here when something does not work. Most of the time, trying once more as suggested is enough.',
    sections: [
      {
        title: 'How to add files',
        paragraphs: [
          'There are five ways: drop them on the page, paste from the clipboard, choose files, choose a whole folder, or give a link that begins with http or https. To see what comes out first, use the sample picture on the tool’s page.',
          'A file is recognised by its content, not by its extension. A picture may have up to 50 MB and 100 megapixels; when it has more, you are told before the upload.',
        ],
      },
      {
        title: 'The upload was interrupted',
        paragraphs: [
          'A lost connection, a reload or a closed page does not lose what has arrived. Open the same tool again and the upload goes on where it stopped; of a large file at most one small part is sent again.',
          'If the browser asks for the file once more, choose the same file and it goes on.',
        ],
      },
      {
        title: 'It is slow, or waiting',
        paragraphs: [
          'The list shows progress, the time left and the place in the queue. You may leave the page and come back, the task is still there. If you do not want to wait, Cancel stops it within a second.',
        ],
      },
      {
        title: 'One file failed',
        paragraphs: [
          'A damaged file does not take the rest of its batch along. Its line says why it failed; choose another file in its place, or remove it.',
        ],
      },
      {
        title: 'The result is larger',
        paragraphs: [
          'Some conversions cannot but grow, such as JPG to PNG or BMP. When that happens it is said beside the result, with what to do: use WebP or AVIF, lower the quality, or name a target size.',
        ],
      },
      {
        title: 'An earlier result is gone',
        paragraphs: [
          'Files and results are deleted after {hours} hours and no record of what you do is kept, so they cannot be brought back. Please download them promptly.',
        ],
      },
    ],
    links: [
      ['/tutorial', 'See the tutorial'],
      ['/faq', 'Q&A'],
      ['/contact', 'Contact us'],
    ],
  },
};
