// The search index over the help pages: every tool with its keywords, every question with its answer, every section of the pages of text, in both
// languages.
import { setImmediate } from 'node:timers/promises';
import { type MediaName, media } from 'contract/media.ts';
import { type Language, languages } from 'contract/words.ts';
import MiniSearch from 'minisearch';
import type { KnownTool } from '../content/read-tools.ts';
import { readOptions, type Wish } from './read-wish.ts';
import { splitWords } from './split-words.ts';

/** A passage of help. */
interface Passage {
  readonly id: string;
  readonly kind: 'tool' | 'question' | 'section';
  /** The tool's folder, or the page's name. */
  readonly of: string;
  readonly title: string;
  /** What stands below the title. */
  readonly text: string;
  readonly keywords?: string;
  /** Of a section: the title of its page. */
  readonly page?: string;
}

interface Found {
  readonly passage: Passage;
  readonly score: number;
}

export interface HelpIndex {
  /** Tools, best first, with what they score for this question. */
  findTools: (question: string, wish: Wish, language: Language) => readonly { known: KnownTool; score: number }[];
  /** Questions and sections, best first. */
  findPassages: (question: string, language: Language) => readonly Found[];
}

export interface IndexedPage {
  /** The page's name, or `help/` and the tool's folder. */
  readonly name: string;
  readonly language: Language;
  readonly markdown: string;
}

const fields = ['title', 'keywords', 'text'] as const;
const most = 20;
/** For an option that tells the tool. The words of a good match score some 100. */
const tellingScore = 40;

/** The sections of a page: a heading and what follows it. */
function splitPage({ name, language, markdown }: IndexedPage): Passage[] {
  const [head = '', ...sections] = markdown.split(/^## /m);
  const page = /^# (.*)/.exec(head)?.[1] ?? name;
  return sections.map((section, at) => {
    const [title = '', ...rest] = section.split('\n');
    // The row of links below the last section leads on, and says nothing.
    const text = rest.join('\n').replace(/(^|\n)\s*(\[[^\]]*\]\([^)]*\)\s*)+$/, '');
    return { id: `${name}/${language}/${at}`, kind: 'section', of: name, title: title.trim(), text: text.trim(), page };
  });
}

function passagesOf({ tool, words, help, replacedIn }: KnownTool, language: Language): Passage[] {
  const { title, blurb, keywords } = words[language];
  const { steps } = help[language];
  // Ours help to find the tool, and would contradict the operator's if they were told.
  const questions = replacedIn?.includes(language) ? [] : help[language].questions;
  return [
    { id: `tool/${tool.name}`, kind: 'tool', of: tool.name, title, keywords, text: [blurb, ...steps].join('\n') },
    ...questions.map(({ question, answer }, at) => ({
      id: `question/${tool.name}/${at}`,
      kind: 'question' as const,
      of: tool.name,
      title: question,
      text: answer,
    })),
  ];
}

function openSearch(passages: readonly Passage[]): MiniSearch<Passage> {
  const search = new MiniSearch<Passage>({
    fields: [...fields],
    tokenize: splitWords,
    processTerm: term => term,
    searchOptions: {
      boost: { title: 3, keywords: 4, text: 1 },
      fuzzy: term => (/^[a-z]{5,}$/.test(term) ? 0.2 : false),
      prefix: term => /^[a-z]{4,}$/.test(term),
      weights: { fuzzy: 0.3, prefix: 0.4 },
    },
  });
  search.addAll([...passages]);
  return search;
}

/** They tell the kind of file, which is weighed apart, and hardly the tool. */
const kindTerms = new Set([...splitWords('图片 照片 图像 视频'), 'image', 'video']);

/** What is about the site rather than about a file. */
const siteWords =
  /登录|注册|账号|收费|免费|要钱|价格|会员|退款|退钱|金币|隐私|泄露|安全|多久|联系|客服|投诉|\b(accounts?|log ?in|sign ?up|register|free|prices?|costs?|pay|refunds?|money|members?(hip)?|coins?|privacy|private|safe|secure|how long|keep my|contact|complain)\b/i;
/** The same is said shorter where people look first. */
const pageWeights: Readonly<Partial<Record<string, number>>> = { faq: 1.3, help: 1.2, agreement: 0.8, privacy: 0.8 };

/** What people say for a word of the help pages. */
const otherWords: readonly (readonly [RegExp, string])[] = [
  [/[消擦抹涂弄p][除掉走没]|多余|路人|陌生人|碍眼|抢镜|穿帮|乱入|不该有/i, '去除 消除 去路人 擦除'],
  [/^(?!.*(证件|寸照)).*(抠出|抠下来|去底|扣图|换.{0,6}背景|背景.{0,4}(换|去|透明|变))/s, '抠图 去背景 换背景'],
  [/清楚|糊|虚了|手抖|拖影/, '变清晰 去模糊 模糊'],
  [/正方形|方形|镜像|歪/, '裁剪 比例 旋转 翻转'],
  [
    /(链接|小红书|抖音|快手|微博|b站).*(保存|下载)|(保存|下载).*(链接|小红书|抖音|快手|微博|b站)/i,
    '分享链接 下载 解析',
  ],
  [/传不上|发不[出了]|太大了|(小于|不超过|低于|压到)\s*\d|\d\s*[km]b?\s*以内/i, '压缩 变小 瘦身'],
  [/声音.{0,3}去|去.{0,3}声音|静音|无声|消音/, '音画分离 去声音 静音'],
  [/(留下?|提取|取出|只要|扒).{0,12}(歌|音乐|配乐|声音|人声|原声)|铃声|bgm/i, '音画分离 提取声音 背景音乐'],
  [/(?<!拆)[成排拼凑放](在|到|成)?一张(?!一张)|一张(图|照片)?[里上]/, '拼图 拼接 照片墙'],
  [/现成|模板|样式|请柬|请帖|传单|宣传单/, '模板 设计 海报 邀请函'],
  [/画(一[张幅个只]|个|幅)|插画|插图|帮我画/, 'AI绘画 画画 插画'],
  [/风格|色调|日系|港风|氛围/, '滤镜 调色 复古'],
  [/盗用|盗图|防盗|版权|署名|[偷抄][去走袭]?(用|图|$)|怕.{0,6}[偷盗抄]|搬运|转载|原创/, '加水印 防盗图 签名'],
  [/像素低|分辨率低|打印成?海报|变大.*清/, '无损放大 超分辨率 高清'],
  [/公务员|考研|教资|简历照|求职照|护照|签证|登记照|证件照|[一二两]寸/, '证件照'],
  [/^(?!.*pdf).*(合同|发票|名片|书页|纸质|试卷|扫描件)/is, '文字识别 扫描 图片转文字'],
  [/去掉|多了/, '去除'],
  [/压小|压一下|占空间|占地方/, '压缩 变小 瘦身'],
  [/写字|加字|边框|贴纸/, '图片编辑 文字 贴纸'],
  [/[加打]上? ?(公司)?(logo|标志|店名)/i, '加水印 logo'],
  [
    /(一个|同一个|合[成并到].{0,4}) ?pdf|[成到]一个(文件|文档)|一份(文件|文档)|订成一[本册份]/i,
    '图片转pdf 合成 合并 扫描',
  ],
  [/放不了|打不开|播放不了|不能播放/, '格式 转换'],
  [/打码|[遮盖][住掉一]|涂黑|隐私|不露脸/, '马赛克 打码'],
  [/采访|会议|讲座|录音|听写|稿子/, '视频转文字 语音 转写 录音'],
  [/斗图|表情包|会动|动起来|连拍|循环播放/, 'gif 动图 动图制作'],
  [/\bcut(ting)? ?out\b|see.?through|no background/i, 'cutout remove background'],
  [
    /get rid of|take .{0,30}(out|away|off)\b|wipe|clean up|\bgo away|gone from|in the way|unwanted/i,
    'remove text object',
  ],
  [/stranger|passer|photobomb|people in the background|date stamp/i, 'object eraser clean up text'],
  [
    /pixelat|censor|redact|\b(blur|hide|cover|black|block)( out| up)? (a |my |the |his |her |our |their )?(\w+ )?(faces?|plates?|names?|numbers?|address|eyes)/i,
    'mosaic censor pixelate hide',
  ],
  [
    /too (big|large) (to|for)|smaller files?|files? smaller|(under|below|less than|at most) \d+ ?[km]b/i,
    'compress reduce size',
  ],
  [
    /\bbl(ow|ew|own)[- ]?(it |this |them |that )?up|(larger|bigger|more) (with )?(more )?detail|too small (to|for) print|low.resolution|\bhd\b|poster/i,
    'enlarge upscale',
  ],
  [/(remove|extract|take|delete|without).*(sound|music|audio)|silent/i, 'sound audio mute extract soundtrack split'],
  [
    /(just|only|keep|rip|save) .{0,14}(song|music|audio|sound|voice|soundtrack)/i,
    'extract audio music soundtrack split',
  ],
  [/\bloop(s|ing|ed)?\b|\bburst\b|moving (image|picture)|flip ?book|stop motion/i, 'gif animation animated join'],
  [/repost|steal|stolen|stole|credit|as mine|it.?s mine/i, 'watermark signature copyright protect'],
  [/ready.?made|template|invit(e|ation)|flyer|leaflet/i, 'template design poster'],
  [
    /^(draw|paint|illustrate|sketch)\b|\b(draw|paint|illustrate|imagine) (me )?(an?|some|two|three)\b/i,
    'AI drawing prompt illustration',
  ],
  [/shook|shak|smear|out of focus|unclear|fuzzy/i, 'blurry sharpen unblur shake'],
  [
    /(instagram|tiktok|youtube|twitter|douyin|bilibili).*(reel|video|post|link)|(save|download|grab).*(link|post|reel)/i,
    'share link download parsing',
  ],
  [
    /speech|dictat|transcri|interview|lecture|meeting|minutes|(to|into) (written )?notes/i,
    'speech transcribe video to text subtitles',
  ],
  [/(put|add|place).*(logo|watermark|name)/i, 'watermark add logo text'],
  [/(into|to|in|as) (a |one |a single )?pdf|(one|single) (document|file)\b/i, 'images to pdf combine merge'],
  [/(into|to|as) (editable )?text|text i can/i, 'extract text ocr word'],
  [/(write|put|type) (some )?(text|words)/i, 'editor layers text stickers'],
  [/won.?t (play|open)|can.?t (play|open)|doesn.?t (play|open)/i, 'convert format converter'],
  [/all (the )?sizes|every size/i, 'thumbnails sizes platforms'],
  [/多久|保留|什么时候删|还在吗|找不到/, '自动删除 小时 结果'],
  [/how long|keep my|still there|gone/i, 'deleted hours result file'],
  [/caption/i, 'subtitles'],
  [/schengen|visa|passport|driver.?s? licen|\bid (photo|picture)/i, 'id photo passport visa sheet'],
  [/icon|favicon/i, 'ico format convert'],
  [
    /side by side|before.?(and.?)?after|(several|two|three|four|five|six|seven|eight|nine|\d+|all) .* (in|into|on) (one|a single) (?!pdf|document|file)/i,
    'collage grid montage',
  ],
  [/^(?!.*pdf).*(receipt|invoice|contract|business card|handout)/is, 'scan document text ocr'],
];

const findOtherWords = (question: string): string[] =>
  otherWords.flatMap(([pattern, words]) => (pattern.test(question) ? splitWords(words) : []));

type Kind = 'picture' | 'video' | 'sound' | 'document';

const kindWords: readonly (readonly [Kind, RegExp])[] = [
  [
    'video',
    /视频|录像|录屏|影片|短片|电影(?!感|风|色|调)|\b(videos?|clips?|movies?|footage|(screen|video) recordings?)\b/,
  ],
  ['picture', /图|照片|相片|截屏|\b(images?|photos?|pictures?|pics?|screenshots?|snapshots?|selfies?)\b/],
  ['sound', /音频|录音|\b(audio|recordings?|podcast|interview|lecture)\b/],
];

const kindOfType = (type: MediaName): Kind | undefined => {
  const { kind } = media[type];
  return kind === 'text' ? undefined : kind;
};

/** The kinds of files a question speaks of. */
function kindsIn(question: string, { from }: Wish): Set<Kind> {
  const text = question.toLowerCase();
  const named = kindWords.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind);
  return new Set([...named, ...from.flatMap(type => kindOfType(type) ?? [])]);
}

const acceptedBy = ({ tool }: KnownTool): Set<MediaName> =>
  new Set([
    ...(tool.opens?.accept ?? []),
    ...tool.calls.slice(0, 1).flatMap(({ inputs }) => inputs.flatMap(({ accept, isMask }) => (isMask ? [] : accept))),
  ]);

/** How much the kinds and types of files in a question speak for a tool: 1 is neither for nor against. */
function weighFiles(known: KnownTool, kinds: ReadonlySet<Kind>, { to, from }: Wish): number {
  const accepted = acceptedBy(known);
  const takes = new Set([...accepted].map(kindOfType));
  let weight = 1;
  // Tools for links take no file at all.
  if (accepted.size > 0 && kinds.size > 0 && ![...kinds].some(kind => takes.has(kind))) weight *= 0.1;
  if (kinds.has('video') && known.tool.category === 'video') weight *= 1.5;
  if (!kinds.has('video') && !kinds.has('sound') && kinds.has('picture') && known.tool.category === 'video')
    weight *= 0.6;
  const makes = known.tool.asks?.format?.choices ?? [];
  if (to && makes.includes(to)) weight *= from.length > 0 && from.every(type => accepted.has(type)) ? 3 : 1.4;
  if (from.length > 0 && accepted.size > 0 && !from.some(type => accepted.has(type))) weight *= 0.5;
  return weight;
}

/** Requests are answered between one language and the next. */
export async function openHelpIndex(tools: readonly KnownTool[], pages: readonly IndexedPage[]): Promise<HelpIndex> {
  const byLanguage = {} as Record<Language, (question: string) => Found[]>;
  for (const language of languages) {
    await setImmediate();
    const passages = [
      ...tools.flatMap(known => passagesOf(known, language)),
      ...pages.filter(page => page.language === language).flatMap(splitPage),
    ];
    const search = openSearch(passages);
    const byId = new Map(passages.map(passage => [passage.id, passage]));
    byLanguage[language] = question => {
      const own = splitWords(question);
      const words = [...new Set([...own, ...findOtherWords(question)])];
      const found = search.search(words.join(' '), {
        tokenize: text => text.split(' '),
        boostTerm: (term, at) => (at < own.length ? 1 : 0.6) * (kindTerms.has(term) ? 0.2 : 1),
      });
      return found.map(({ id, score }) => ({ passage: byId.get(String(id))!, score }));
    };
  }

  return {
    findTools(question, wish, language) {
      const kinds = kindsIn(question, wish);
      const scores = new Map<string, number>();
      const answered = new Map<string, number>();
      for (const { passage, score } of byLanguage[language](question)) {
        if (passage.kind === 'tool') scores.set(passage.of, score);
        // The best answer of a tool's help counts a little, the others not at all.
        if (passage.kind === 'question' && !answered.has(passage.of)) answered.set(passage.of, score);
      }
      return tools
        .map(known => {
          const own = (scores.get(known.tool.name) ?? 0) + 0.25 * (answered.get(known.tool.name) ?? 0);
          const asks = known.tool.asks ?? {};
          const asked = Object.keys(readOptions(asks, '', wish));
          const isTold = asked.some(name => asks[name]?.isTelling);
          return { known, score: (own + (isTold ? tellingScore : 0)) * weighFiles(known, kinds, wish) };
        })
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, most);
    },
    findPassages: (question, language) => {
      const siteWeight = siteWords.test(question) ? 1.8 : 1;
      return byLanguage[language](question)
        .filter(({ passage }) => passage.kind !== 'tool')
        .map(({ passage, score }) => ({
          passage,
          score: passage.kind === 'section' ? score * siteWeight * (pageWeights[passage.of] ?? 1) : score,
        }))
        .sort((a, b) => b.score - a.score)
        .slice(0, most);
    },
  };
}
