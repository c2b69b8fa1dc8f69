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
          '画质 80 适合大多数照片，越高越清晰，文件也越大。有大小要求时，打开“精确到指定大小”，会自动调整画质。需要限制尺寸时只填宽或高，比例不变。',
          '结果里不会带上拍摄地点和设备序列号，除非您选择“全部保留”拍摄信息。',
        ],
      },
      {
        title: '3. 开始处理',
        paragraphs: ['点击主按钮开始，每个文件都会显示进度。可以随时取消，也可以离开页面再回来。'],
      },
      {
        title: '4. 对比和下载',
        paragraphs: [
          '图片下方可以切换原图、对比和结果，滚轮或双指放大查看细节。满意后下载单个文件，或把全部结果打包下载。',
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
          'Drop files on the home page and choose a tool, or open a tool first and add them there. You can add many at once, or a whole folder.',
        ],
      },
      {
        title: '2. Choose a format and options',
        paragraphs: [
          'For photos use JPG, WebP or AVIF. For screenshots, icons and anything transparent use PNG or WebP. For print use TIFF or PDF, and for website icons ICO.',
          'Quality 80 suits most photos; higher keeps more detail and makes larger files. If there is a size limit, set a target file size and the quality is adjusted for you. To limit the dimensions, fill in only width or height and the proportions stay.',
          'Results don’t contain the location or the serial numbers of your devices, unless you choose to keep all photo info.',
        ],
      },
      {
        title: '3. Start',
        paragraphs: [
          'Press the main button. Each file shows its progress. You can cancel at any time, or leave the page and come back.',
        ],
      },
      {
        title: '4. Compare and download',
        paragraphs: [
          'Switch between Before, Compare and After below the image, and zoom in with the wheel or two fingers. Then download one file, or all results as a ZIP.',
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
