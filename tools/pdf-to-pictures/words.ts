// The strings of rendering a PDF's pages.
import { defineWords } from 'contract/words.ts';

export const words = defineWords({
  zh: {
    title: 'PDF 转图片',
    blurb: 'PDF 每页转成 JPG、PNG 或 WebP，可选清晰度和页码',
    keywords: 'pdf转图片 pdf转jpg pdf转png 导出 页面 截图 长图',
    format: '输出格式',
    dpi: '清晰度',
    screen: '屏幕',
    normal: '标准',
    print: '打印',
    dpiHint: '每英寸 {count} 像素',
    pages: '页码',
    pagesHint: '如 1-3, 7；留空为全部，最多 {most} 页',
    pagesWrong: '页码只能用数字、逗号和短横线，如 1-3, 7',
    noPreview: '选好清晰度和页码，点“转换为图片”',
    runOne: '转换为图片',
    runMany: '转换 {count} 个 PDF',
  },
  en: {
    title: 'PDF to Images',
    blurb: 'Save PDF pages as JPG, PNG or WebP; choose pages and resolution',
    keywords: 'pdf to images pdf to jpg pdf to png pages export convert document pictures',
    format: 'Output',
    dpi: 'Resolution',
    screen: 'Screen',
    normal: 'Standard',
    print: 'Print',
    dpiHint: '{count} pixels per inch',
    pages: 'Pages',
    pagesHint: 'e.g. 1-3, 7. Leave empty for all, up to {most}',
    pagesWrong: 'Use only numbers, commas and dashes, e.g. 1-3, 7',
    noPreview: 'Choose resolution and pages, then convert',
    runOne: 'Convert to images',
    runMany: 'Convert {count} PDFs',
  },
});
