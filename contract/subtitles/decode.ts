// Decodes subtitle files in an unknown encoding: by byte order mark, by zero bytes, as UTF-8 if valid, otherwise in the common encoding that produces
// the most frequent characters.

/** The part of TextDecoder that is used here, because the library types for contracts include neither the browser's nor Node's. */
interface Decoder {
  decode: (bytes: Uint8Array) => string;
}
const { TextDecoder } = globalThis as unknown as {
  TextDecoder: new (encoding: string, options?: { readonly fatal?: boolean }) => Decoder;
};

/** The most frequent characters of simplified and traditional Chinese subtitles, and their punctuation. */
const chinese =
  '的一是不了在有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运吗呢吧啊谢哦嗯哪谁怎妈爸爱您' +
  '這個們來為國說時會對於過發後裡經麼學現當沒動還進樣開從實軍無與長機關點業將兩間問並應戰頭體見產話內給兒東聲員論處義幾認條氣題爾別變總電數報結務場計資許統區隊決馬書則聽卻達強難權設記類據邊張該規萬覺術領確傳師觀識帶導爭運嗎誰媽愛謝您' +
  '，。？！：；、…—“”‘’《》「」『』（）·　';

/** Returns how well a non-ASCII character suits an encoding, from -1 to 1, given the characters beside it. */
type Weigh = (sign: string, before: string, after: string) => number;

interface Candidate {
  readonly encoding: string;
  readonly weigh: Weigh;
}

/** Punctuation of all languages that are written in one byte a character. */
const marks = new Set('…‘’“”„–—«»°\u00a0\u200e\u200f');
const isPlainLetter = (sign: string) => /[A-Za-z]/.test(sign);
const isForeignLetter = (sign: string) => sign > '\u0080' && /\p{L}/u.test(sign);
const isSmall = (sign: string) => sign !== sign.toUpperCase();

/** A language of Latin letters, by those that ASCII lacks. They stand alone among ASCII letters; rows of them are no words. */
function latin(encoding: string, letters: string): Candidate {
  const usual = new Set(letters + letters.toUpperCase());
  const weigh: Weigh = (sign, before, after) =>
    marks.has(sign) || (usual.has(sign) && !(isForeignLetter(before) && isForeignLetter(after))) ? 1 : 0;
  return { encoding, weigh };
}

/**
 * A script of one byte a character, by its frequent letters. Its words have no ASCII letters, and no capital after a small letter. `weight` is below 1
 * where nearly every byte is one of its letters, so that other text would seem to be written in it.
 */
function script(encoding: string, letters: string, weight = 1): Candidate {
  const usual = new Set(letters);
  const weigh: Weigh = (sign, before, after) => {
    if (marks.has(sign)) return weight;
    if (isPlainLetter(before) || isPlainLetter(after)) return -1;
    if (isForeignLetter(before) && isSmall(before) && isForeignLetter(sign) && !isSmall(sign)) return -1;
    return usual.has(sign) ? weight : 0;
  };
  return { encoding, weigh };
}

/** A language of many characters, by its frequent ones; the others in use count half. */
function many(encoding: string, frequent: string, isUsed: (sign: string) => boolean): Candidate {
  const usual = new Set(frequent);
  return { encoding, weigh: sign => (usual.has(sign) ? 1 : isUsed(sign) ? 0.8 : 0) };
}

/** Returns the characters of a part of a two-byte encoding: the standards list the characters in common use before the rare ones. */
function listPart(encoding: string, leads: readonly [number, number], trails: readonly [number, number]): Set<string> {
  const bytes: number[] = [];
  for (let lead = leads[0]; lead <= leads[1]; lead++)
    for (let trail = trails[0]; trail <= trails[1]; trail++) bytes.push(lead, trail);
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)));
}

const simplified = listPart('gb18030', [0xb0, 0xd7], [0xa1, 0xfe]);
const traditional = listPart('big5', [0xa4, 0xc6], [0xa1, 0xfe]);
for (const sign of listPart('big5', [0xa4, 0xc6], [0x40, 0x7e])) traditional.add(sign);

/** Of equal ones the first wins. */
const candidates: readonly Candidate[] = [
  many('gb18030', chinese, sign => simplified.has(sign)),
  many('big5', chinese, sign => traditional.has(sign)),
  {
    encoding: 'shift_jis',
    weigh: sign => (/[ぁ-んァ-ヴー、。！？「」…　]/.test(sign) ? 1 : /\p{Script=Han}/u.test(sign) ? 0.5 : 0),
  },
  many(
    'euc-kr',
    '이다는을가에의고지하아나도리어사거그게해라니한기자로있너내안요네야만은우었정말시면일서스오왜뭐',
    sign => /[가-힣]/.test(sign),
  ),
  latin('windows-1252', 'éèàùâêîôûëïçœæ'),
  latin('windows-1252', 'äöüßéàè'),
  latin('windows-1252', 'áéíóúüñ¿¡ºª'),
  latin('windows-1252', 'áéíóúãõâêôàçºª'),
  latin('windows-1252', 'àèéìòùî'),
  latin('windows-1252', 'åäöæøéüó'),
  script('windows-1251', 'оеаинтсрвлкмдпуяыьгзбчйжхюёіїєАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЭЮЯ'),
  latin('windows-1250', 'ąćęłńóśźż'),
  latin('windows-1250', 'áčďéěíňóřšťúůýžľĺôä'),
  latin('windows-1250', 'áéíóöőúüű'),
  latin('windows-1250', 'čćšžđ'),
  latin('windows-1250', 'ăâîşţ'),
  latin('windows-1254', 'çğıöşüİâî'),
  script('windows-1253', 'αγδεηθικλμνοπρσςτυφχωάέήίόύώΑΕΗΙΟΤΣΝΚΜΠΔΓΘ·'),
  script('windows-1255', 'אבגדהוזחטיךכלםמןנסעףפץצקרשת', 0.94),
  script('windows-1256', 'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةأإآءئؤ،؟؛ًپچژگک'),
  script('windows-874', 'กขคงจชซญดตถทธนบปผฝพฟภมยรลวศษสหอฮะาิีึืุูเแโใไำัํ็่้๊๋์ๆ', 0.85),
];

/** Plausibility of a text: 1 if every non-ASCII character is common, below 0 if it has characters that do not occur in text. */
function rate(text: string, weigh: Weigh): number {
  const signs = [...text];
  let [foreign, sum] = [0, 0];
  for (const [at, sign] of signs.entries()) {
    if (sign < '\u0080') continue;
    foreign++;
    if (sign === '\uFFFD' || /[\u0080-\u009f\p{Co}\p{Cn}]/u.test(sign)) sum -= 4;
    else sum += weigh(sign, signs[at - 1] ?? '', signs[at + 1] ?? '');
  }
  return foreign === 0 ? 1 : sum / foreign;
}

/** Enough text to distinguish encodings. */
const judgedBytes = 64 * 1024;

/** In UTF-16, every second byte of a timestamp such as 00:01:02,500 is zero. */
function guessWide(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const judged = bytes.subarray(0, judgedBytes);
  let [even, odd] = [0, 0];
  for (let at = 0; at < judged.length; at++) if (judged[at] === 0) at % 2 === 0 ? even++ : odd++;
  if (even + odd < judged.length * 0.1) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

function readMark([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined;
}

function guessEncoding(bytes: Uint8Array): string {
  const wide = guessWide(bytes);
  if (wide) return wide;
  const judged = bytes.subarray(0, judgedBytes);
  const asUtf8 = new TextDecoder('utf-8').decode(judged);
  // UTF-8 with a few damaged bytes; text in another encoding would be almost entirely invalid as UTF-8.
  if (rate(asUtf8, () => 1) > 0.7) return 'utf-8';
  const rated = candidates.map(({ encoding, weigh }) => ({
    encoding,
    rating: rate(new TextDecoder(encoding).decode(judged), weigh),
  }));
  return rated.reduce((best, one) => (one.rating > best.rating ? one : best)).encoding;
}

/** Decodes the bytes, without a byte order mark, and returns the detected encoding. */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly encoding: string } {
  const encoding = readMark(bytes) ?? guessEncoding(bytes);
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}
