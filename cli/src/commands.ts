// The commands: which calls of the catalogue they run, what they are called, and what they do, in a line.
import type { ToolCall, ToolContract } from 'contract/tool.ts';
import type { Sentence } from 'contract/words.ts';
import { tools } from 'tools/index.ts';

export interface CallCommand {
  readonly name: string;
  /** The names of the tool and the call, as MCP spells them, and of the tool alone for its first call. */
  readonly aliases: readonly string[];
  readonly about: Sentence;
  readonly tool: ToolContract;
  readonly call: ToolCall;
}

type Named = readonly [name: string, zh: string, en: string];

const named: Readonly<Record<string, Named>> = {
  'image-converter/convert': ['convert', '转换图片格式', 'convert images to another format'],
  'cutout-image/cut': ['cutout', '抠图，可换背景', 'cut out the subject, on a transparent or another background'],
  'image-to-text/read': ['ocr', '提取图片中的文字', 'extract text from images'],
  'video-to-text/transcribe': ['subtitles', '把语音转成字幕和文字', 'turn speech into subtitles and text'],
  'up-scale/enlarge': ['enlarge', '放大图片', 'enlarge images 2 to 8 times'],
  'quality/sharpen': ['sharpen', '模糊变清晰', 'make blurred images sharp'],
  'denoise/denoise': ['denoise', '去除照片噪点', 'take the noise out of photos'],
  'compress/compress': ['compress', '压缩图片', 'compress images'],
  'resize/resize': ['resize', '修改图片尺寸', 'resize images'],
  'crop/crop': ['crop', '裁剪、旋转、翻转图片', 'crop, turn and mirror images'],
  'photo-filter/filter': ['filter', '给照片加滤镜', 'apply a photo filter'],
  'mark-image/mark': ['mark', '给图片加水印', 'add a watermark to images'],
  'inpaint-image/remove': ['remove-mark', '去除图片中的区域或水印', 'remove areas or watermarks from images'],
  'inpaint-image/locate': ['find-marks', '找出图片中的水印位置', 'find watermarks in images'],
  'inpaint-image/mask': ['text-mask', '生成图片文字的蒙版', 'make a mask of the text in images'],
  'image-expand/expand': ['expand', '扩展图片边缘', 'continue images beyond their edges'],
  'image-anime/draw': ['anime', '头像转动漫', 'redraw portraits as anime'],
  'ai-product/stage': ['product', '给商品换场景', 'put a product into a scene'],
  'certified/cutPeople': ['id-photo', '制作证件照', 'make ID photos'],
  'thumbnails/makeThumbnails': ['thumbnails', '按平台尺寸制作缩略图', 'make thumbnails in the sizes of platforms'],
  'collage/collage': ['collage', '把多张图片拼成一张', 'arrange several images in one'],
  'pictures-to-pdf/join': ['pdf', '把图片合成 PDF', 'join images into a PDF'],
  'pdf-to-pictures/draw': ['pdf-pages', '把 PDF 的各页转成图片', 'turn the pages of a PDF into images'],
  'gif/make': ['gif', '用图片或视频制作 GIF', 'make a GIF from images or a clip'],
  'gif/clip': ['slideshow', '把图片做成视频', 'make a video from images'],
  'gif/split': ['frames', '把动图拆成单帧', 'split an animation into frames'],
  'text-to-image/draw': ['draw', '按描述绘制图片', 'draw images from a description'],
  'text-to-image/redraw': ['redraw', '按描述重绘图片', 'redraw images from a description'],
  'video-converter/convert': ['convert-video', '转换视频或音频格式', 'convert videos and sound'],
  'mark-video/mark': ['mark-video', '给视频加水印或字幕', 'add a watermark or subtitles to videos'],
  'mark-video/readTrack': ['subtitle-track', '取出视频中的字幕轨', 'take a subtitle track out of videos'],
  'inpaint-video/remove': ['remove-video-mark', '去除视频中的指定区域', 'remove areas from videos'],
  'inpaint-video/auto': ['clean-video', '自动去除视频水印', 'find and remove watermarks in videos'],
  'separate/separate': ['separate', '把视频与声音分开', 'separate video and sound'],
  'video-parsing/parse': ['parse-link', '解析链接中的视频和图片', 'find the videos and images behind a link'],
};

/** Calls that serve a page alone: previews while options are set, and texts edited on it. */
export const callsOfPages: readonly string[] = [
  'collage/findFaces',
  'gif/film',
  'image-anime/find',
  'image-to-text/write',
  'mark-image/inkText',
  'mark-video/drawCue',
  'mark-video/inkText',
  'text-to-image/send',
  'thumbnails/findFocus',
  'video-converter/view',
  'video-to-text/write',
];

function describe(tool: ToolContract, call: ToolCall, index: number): CallCommand[] {
  const key = `${tool.name}/${call.name}`;
  if (callsOfPages.includes(key)) return [];
  const mcpName = `${tool.name}_${call.name}`;
  const [name, zh, en] = named[key] ?? [mcpName, call.path, call.path];
  const aliases = [mcpName, ...(index === 0 ? [tool.name] : [])].filter(alias => alias !== name);
  return [{ name, aliases, about: { zh, en }, tool, call }];
}

/** Free calls that need nothing but their files run on this machine as well. */
export const isLocalCall = ({ cost, lane, runner }: ToolCall): boolean =>
  typeof cost !== 'function' && cost.kind === 'none' && lane !== 'link' && lane !== 'remote' && runner !== 'remote';

/** In the order of their importance, as help lists them. */
export function listCommands(catalogue: readonly ToolContract[] = tools): CallCommand[] {
  const order = Object.values(named).map(([name]) => name);
  const rank = ({ name }: CallCommand) => (order.includes(name) ? order.indexOf(name) : order.length);
  return catalogue
    .flatMap(tool => tool.calls.flatMap((call, index) => describe(tool, call, index)))
    .sort((a, b) => rank(a) - rank(b));
}
