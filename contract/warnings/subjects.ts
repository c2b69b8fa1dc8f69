// Warnings about who or what is in a picture: cutouts, drawn portraits and ID photos.
import { defineWarnings } from './entry.ts';

const largerFace = { zh: '请换一张脸更大、正对镜头的照片', en: 'Use a photo with a larger face, turned to the camera' };

export const subjectWarnings = defineWarnings({
  'no-person-found': {
    zh: '没有找到人物，已保留全部主体',
    en: 'No person found, so the whole subject was kept',
    remedy: { zh: '如果有人物，请用画笔涂出来', en: 'If there is one, paint over them with the brush' },
  },
  'subject-unsure': {
    zh: '图片里没有突出的主体，抠出的部分可能不对',
    en: 'No subject stands out here, so the cutout may be wrong',
    remedy: {
      zh: '请用“保留”画笔涂出主体，或换一张主体突出的图片',
      en: 'Paint over the subject with the Keep brush, or use an image with a clear subject',
    },
    isDoubt: true,
  },
  'parts-half-seen': {
    zh: '有些部分可能没抠全',
    en: 'Some parts may be missing',
    remedy: { zh: '可以多保留一些，或用画笔补上', en: 'Keep more, or paint them in with the brush' },
  },
  'several-subjects': {
    zh: '找到多个主体',
    en: 'Several subjects found',
    remedy: { zh: '可以只保留一个', en: 'You can keep just one' },
  },
  'more-kept': { zh: '已多保留一些部分', en: 'More of the image was kept' },
  'one-kept': { zh: '已只保留一个主体', en: 'Only one subject was kept' },
  'no-face': {
    zh: '没有找到人脸，整张图按同样的粗细绘制',
    en: 'No face was found, so the whole image is drawn with the same strokes',
    remedy: largerFace,
  },
  'no-face-crop': {
    zh: '没有找到人脸，已从正中裁成方形',
    en: 'No face was found, so the square is cut from the middle',
    remedy: largerFace,
  },
  'no-subject': {
    zh: '没有找到主体，背景保持原样',
    en: 'No subject was found, so the background is unchanged',
    remedy: { zh: '请换一张主体更突出的照片', en: 'Use a photo in which the subject stands out' },
  },
  'rule-missed': {
    zh: '照片四周空间不够，头部位置没有完全达到要求',
    en: 'There’s too little space around the head to meet the rule',
    remedy: { zh: '请换一张留白更多的照片', en: 'Use a photo with more room' },
  },
  'moved-off-rule': {
    zh: '头部位置不符合这种规格的要求',
    en: 'The head no longer meets the rule for this size',
    remedy: { zh: '请恢复标准位置', en: 'Reset its position' },
  },
  'body-cut': {
    zh: '身体没有拍全，边缘会看到截断',
    en: 'The body is cut off at the edge',
    remedy: { zh: '请换一张拍到胸口的照片', en: 'Use a photo that shows the chest, too' },
  },
  'body-missing': {
    zh: '没有抠出头部下面的身体',
    en: 'No body was found below the head',
    remedy: {
      zh: '请用“保留”画笔涂出身体，或换一张衣服和背景颜色不同的照片',
      en: 'Paint over it with the Keep brush, or use a photo with clothes unlike the background',
    },
  },
  'beside-head': {
    zh: '头部旁边有东西伸到照片边缘，例如抬起的手臂或头发',
    en: 'Something beside the head reaches the edge, such as a raised arm or hair',
    remedy: { zh: '请换一张双臂放下、头发收拢的照片', en: 'Use a photo with arms down and hair tied back' },
  },
  'thing-at-head': {
    zh: '头部旁边有不属于头部的东西，例如手或身后的物体',
    en: 'Something at the head isn’t part of it, such as a hand or an object behind',
    remedy: {
      zh: '请用“去除”画笔擦掉，或换一张头部周围没有东西的照片',
      en: 'Paint over it with the Erase brush, or use a photo with nothing at the head',
    },
  },
  'photo-enlarged': {
    zh: '人脸像素不够，照片可能不够清晰',
    en: 'The face is small in this photo, so the result may look soft',
    remedy: { zh: '请使用更大的原图', en: 'Use a larger original' },
  },
  'sheet-too-small': {
    zh: '这种规格比相纸大，没有生成排版',
    en: 'This size is larger than the paper, so no sheet was made',
    remedy: { zh: '请选择更大的相纸，或直接打印照片', en: 'Choose larger paper, or print the photo itself' },
  },
  'head-turned': {
    zh: '头部偏向一侧，多数机构要求正对镜头',
    en: 'The head is turned; most authorities require facing the camera',
    remedy: { zh: '请换一张正对镜头的照片', en: 'Use a photo that faces the camera' },
  },
  'mouth-open': {
    zh: '嘴巴张开或露出牙齿，多数机构要求闭嘴',
    en: 'The mouth is open or teeth show; most authorities require it closed',
    remedy: { zh: '请换一张闭嘴的照片', en: 'Use a photo with the mouth closed' },
  },
  'glasses-worn': {
    zh: '好像戴着眼镜，不少机构要求摘下',
    en: 'Glasses seem to be worn; many authorities don’t allow them',
    remedy: {
      zh: '请确认是否允许，或换一张不戴眼镜的照片',
      en: 'Check whether they’re allowed, or use a photo without them',
    },
  },
  'hat-worn': {
    zh: '好像戴着帽子或头饰，多数机构要求免冠',
    en: 'A hat or cap seems to be worn; most authorities require a bare head',
    remedy: {
      zh: '请确认是否允许，或换一张不戴帽子的照片',
      en: 'Check whether it’s allowed, or use a photo without it',
    },
  },
  'eyes-closed': {
    zh: '眼睛好像闭着',
    en: 'The eyes seem closed',
    remedy: { zh: '请换一张睁眼的照片', en: 'Use a photo with open eyes' },
  },
});
