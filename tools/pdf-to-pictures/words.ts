// The words of drawing a PDF's pages.
import { defineWords } from 'contract/words.ts';

export const words = defineWords({
  zh: {
    title: 'PDF 转图片',
    blurb: '把 PDF 的每一页变成 JPG、PNG 或 WebP 图片，清晰度和页码可选',
    keywords: 'pdf转图片 pdf转jpg pdf转png 导出 页面 截图 长图',
    format: '保存为',
    dpi: '清晰度',
    screen: '屏幕',
    normal: '标准',
    print: '打印',
    dpiHint: '每英寸 {count} 像素',
    pages: '页码',
    pagesHint: '如 1-3, 7；不填就是全部，一次最多 {most} 页',
    pagesWrong: '页码只能包含数字、逗号和短横线，如 1-3, 7',
    noPreview: '选择清晰度和页码，然后点击转换',
    runOne: '转换为图片',
    runMany: '转换 {count} 个 PDF',
  },
  en: {
    title: 'PDF to Images',
    blurb: 'Every page of a PDF as a JPG, PNG or WebP image, at the resolution and for the pages you choose',
    keywords: 'pdf to images pdf to jpg pdf to png pages export convert document pictures',
    format: 'Save as',
    dpi: 'Resolution',
    screen: 'Screen',
    normal: 'Standard',
    print: 'Print',
    dpiHint: '{count} pixels per inch',
    pages: 'Pages',
    pagesHint: 'Such as 1-3, 7; leave empty for all. Up to {most} pages at a time',
    pagesWrong: 'Pages can only contain numbers, commas and dashes, such as 1-3, 7',
    noPreview: 'Choose a resolution and pages, then convert',
    runOne: 'Convert to images',
    runMany: 'Convert {count} PDFs',
  },
});
