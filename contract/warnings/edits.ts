// Warnings about how an edit turned out: sharpening, upscaling, expanding, marks and their removal, product pictures.
import { defineWarnings } from './entry.ts';

export const editWarnings = defineWarnings({
  'nothing-charged': {
    zh: '这次不收费，也不占次数',
    en: 'Nothing is charged for this',
  },
  'already-sharp': {
    zh: '没有测出明显的模糊，所以没有改动',
    en: 'No clear blur was measured, so nothing was changed',
    remedy: {
      zh: '看着仍然模糊，可以选择模糊类型，或把强度调到 50 以上',
      en: 'If it still looks blurry, choose the blur type or raise the strength above 50',
    },
  },
  'blur-unsure': {
    zh: '测不准这张图片有没有模糊、是哪一种模糊，所以没有改动',
    en: 'It’s unclear whether and how this image is blurred, so nothing was changed',
    remedy: { zh: '看着模糊，可以手动选择模糊类型试试', en: 'If it looks blurry, try choosing the blur type yourself' },
  },
  'nothing-measured': {
    zh: '这张图片太小或细节太少，看不出有多模糊，所以没有改动',
    en: 'This image is too small or too plain to tell how blurry it is, so nothing was changed',
    remedy: { zh: '如果有更大的原图，请用那一张', en: 'If you have a larger copy, use that' },
  },
  'little-noise': {
    zh: '没有测出明显的噪点，所以没有改动',
    en: 'Little noise was measured, so nothing was changed',
    remedy: {
      zh: '看着仍有噪点，可以把强度调到 50 以上',
      en: 'If it still looks grainy, raise the strength above 50',
    },
  },
  'noise-not-measured': {
    zh: '这张图片太小，量不出有多少噪点，所以没有改动',
    en: 'This image is too small to measure its noise, so nothing was changed',
    remedy: { zh: '如果有更大的原图，请用那一张', en: 'If you have a larger copy, use that' },
  },
  'too-blurred': {
    zh: '这张图片模糊得太厉害，只能恢复一部分细节',
    en: 'This image is very blurry; only part of its detail can be recovered',
    remedy: { zh: '如果有更清晰的原图，请用那一张', en: 'If you have a sharper copy, use that' },
    isDoubt: true,
  },
  'too-large-for-network': {
    zh: '图片太大，已用标准方式放大',
    en: 'This image is too large for the finest detail, so it was upscaled the standard way',
    remedy: { zh: '想要更多细节，请先裁剪图片', en: 'Crop it first for finer detail' },
  },
  'far-out': {
    zh: '扩展得比较远，可能有重复或不自然的地方',
    en: 'This goes far out, so parts may repeat or look odd',
    remedy: { zh: '不满意可以分几次少量扩展', en: 'Several small steps can look better' },
  },
  'expansion-unsure': {
    zh: '图片边缘的内容不好接着画，新的部分可能有重复或不自然的地方',
    en: 'What’s at the edges is hard to continue, so the new area may repeat things or look odd',
    remedy: { zh: '请少扩一些，或只往背景简单的一边扩', en: 'Expand less, or only on a side with a plain background' },
    isDoubt: true,
  },
  'frames-enlarged': {
    zh: '部分尺寸比原图大，可能不够清晰',
    en: 'Some sizes are larger than the original and may look soft',
    remedy: { zh: '请使用更大的原图', en: 'Use a larger original' },
  },
  'product-cut-off': {
    zh: '商品碰到照片边缘，可能没有拍全',
    en: 'The product reaches the edge of the photo, so part of it may be cut off',
    remedy: { zh: '请换一张商品四周留有空白的照片', en: 'Use a photo with space around the product' },
  },
  'product-enlarged': {
    zh: '商品在原图里偏小，放大后可能不够清晰',
    en: 'The product is small in your photo, so it may look soft here',
    remedy: { zh: '请换一张拍得更近的照片，或把商品缩小', en: 'Use a photo taken closer, or make the product smaller' },
  },
  'scene-by-words': {
    zh: '按描述选了最接近的内置场景',
    en: 'The built-in scene closest to your description was used',
    remedy: { zh: '想换一个，请直接选择场景', en: 'Choose a scene yourself for another one' },
  },
  'mark-hardly-seen': {
    zh: '水印在这张图片上几乎看不见，或小得看不清',
    en: 'The watermark can hardly be seen on this image, or is too small to read',
    remedy: {
      zh: '请换一种颜色或选自动颜色、提高不透明度，或调大水印、分成几行',
      en: 'Choose another color or the automatic one, raise the opacity, make it larger, or break it into lines',
    },
  },
  'signs-missing': {
    zh: '部分字符字体不支持，已略去',
    en: 'Some characters aren’t in the font and were left out',
    remedy: { zh: '请换成其他字符', en: 'Use other characters instead' },
  },
  'font-replaced': {
    zh: '没有您指定的字体，已改用 Noto Sans SC',
    en: 'The font you named isn’t available, so Noto Sans SC was used',
    remedy: { zh: '想用别的字体，请把文字做成图片再添加', en: 'For another font, add the text as an image' },
  },
  'no-common-mark': {
    zh: '标出的部分不是这些图片共有的水印，已用周围的画面填补',
    en: 'What you marked isn’t the same on all images, so it was filled from its surroundings',
    remedy: { zh: '请只标出每张都有的水印', en: 'Mark only the watermark they share' },
  },
  'mark-partly-common': {
    zh: '标出的部分有些不是每张图片都有，这些地方已用周围的画面填补',
    en: 'Part of what you marked isn’t on all images. That part was filled from its surroundings',
    remedy: { zh: '请只标出每张都有的水印', en: 'Mark only the watermark they share' },
  },
  'mark-opaque': {
    zh: '水印不透明，下面的画面无法还原，已用周围的画面填补',
    en: 'The watermark is opaque, so the area was filled from its surroundings',
  },
  'mark-too-large': {
    zh: '涂抹的范围太大，已用周围的画面填补',
    en: 'The selection is too large, so it was filled from its surroundings',
    remedy: { zh: '请只涂水印本身', en: 'Mark only the watermark' },
  },
  'hard-area': {
    zh: '去除的地方紧挨着别人，后面的画面只能猜',
    en: 'This area is hard: people stand right beside it, so what’s behind is a guess',
    remedy: { zh: '请把范围涂小一点', en: 'Try a smaller area' },
    isDoubt: true,
  },
  'thing-left': {
    zh: '有一小部分可能没有涂到，填补时会顺着它画下去',
    en: 'A small part may lie beside the marked area, and the filling goes on from it',
    remedy: {
      zh: '请涂得宽一点，或打开“连同漏涂的部分”',
      en: 'Paint a little wider, or turn on “Include what the brush missed”',
    },
    isDoubt: true,
  },
  'rest-removed': {
    zh: '旁边没有涂到的一小部分也一起去除了',
    en: 'A small part beside the marked area was removed as well',
  },
  'filling-unsure': {
    zh: '这里不好填补：画面可能接不上，或多出了东西',
    en: 'This area is hard to fill: something in it may not fit or may be there twice',
    remedy: { zh: '请把范围涂小一点，或分几次涂', en: 'Try a smaller area, or paint it in parts' },
    isDoubt: true,
  },
});
