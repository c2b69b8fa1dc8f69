// The tutorial: from a file to its result.
import type { Text } from './text.ts';

export const text: Text = {
  zh: {
    title: '使用教程',
    lead: '四步完成，以图片格式转换为例。',
    sections: [
      {
        title: '1. 放入文件',
        paragraphs: [
          '在首页直接放入文件，页面会告诉您该用哪个工具；也可以先打开工具，再放入文件。可以一次放入很多个，或整个文件夹。',
        ],
      },
      {
        title: '2. 选择格式和选项',
        paragraphs: [
          '照片用 JPG、WebP 或 AVIF；截图、图标和需要透明的图片用 PNG 或 WebP；打印和投稿常用 TIFF 或 PDF；网站图标用 ICO。',
          '质量滑块右移更清晰、文件更大，80 左右适合大多数照片。有大小要求时，填写目标大小，系统会自动调整质量。需要限制尺寸时只填宽或高，比例会保持不变。',
          '结果里不会带上拍摄地点和设备序列号，除非您选择“全部保留”拍摄信息。',
        ],
      },
      {
        title: '3. 开始处理',
        paragraphs: [
          '点击底部或右侧的开始按钮。文件会一边上传一边处理，每一行都有自己的进度。可以随时取消，也可以离开页面再回来。',
        ],
      },
      {
        title: '4. 对比和下载',
        paragraphs: [
          '拖动中间的分隔线对比前后，滚轮或双指放大查看细节。满意后下载单个文件，或把全部结果打包成一个 zip。',
          '结果在 {hours} 小时后自动删除，请及时保存。',
        ],
      },
    ],
    links: [
      ['/editor/imageConverter', '打开图片格式转换'],
      ['/help', '帮助中心'],
    ],
  },
  en: {
    title: 'Tutorial',
    lead: 'Four steps, shown with the image converter.',
    sections: [
      {
        title: '1. Add files',
        paragraphs: [
          'Drop files on the home page and it says which tool takes them, or open a tool first and add them there. You may add many at once, or a whole folder.',
        ],
      },
      {
        title: '2. Choose a format and options',
        paragraphs: [
          'For photographs use JPG, WebP or AVIF. For screenshots, icons and anything transparent use PNG or WebP. Printers and publishers often ask for TIFF or PDF, a website’s icon is an ICO.',
          'The quality slider gives finer detail and a larger file to the right; about 80 suits most photographs. If the file must not exceed a size, name the target and the quality is found for you. To limit the dimensions, fill in width or height alone and the proportions stay.',
          'Results do not hold the place where a photograph was taken or the serial numbers of your devices, unless you choose to keep everything.',
        ],
      },
      {
        title: '3. Start',
        paragraphs: [
          'Press the start button at the bottom or on the right. Files are worked on while others still upload, and every line shows how far it is. Cancel whenever you like, or leave the page and come back.',
        ],
      },
      {
        title: '4. Compare and download',
        paragraphs: [
          'Drag the divider to compare before and after, and zoom in with the wheel or two fingers. Then download one file, or all results as one zip.',
          'Results are deleted after {hours} hours, so please save them promptly.',
        ],
      },
    ],
    links: [
      ['/editor/imageConverter', 'Open the image converter'],
      ['/help', 'Help'],
    ],
  },
};
