// Detects the language of subtitles from their text: by script, by letters that only one of several languages has, and by frequent words.
import type { Cue } from './cues.ts';
import { unknownLanguage } from './languages.ts';
import { plainText } from './markup.ts';

/** Enough text to distinguish languages. */
const maxLetters = 20_000;

/** Scripts that one language of subtitles is written in, most of the time. */
const scripts: readonly (readonly [script: string, language: string])[] = [
  ['Thai', 'th'],
  ['Hebrew', 'he'],
  ['Greek', 'el'],
  ['Devanagari', 'hi'],
  ['Bengali', 'bn'],
  ['Tamil', 'ta'],
  ['Telugu', 'te'],
  ['Kannada', 'kn'],
  ['Malayalam', 'ml'],
  ['Gujarati', 'gu'],
  ['Gurmukhi', 'pa'],
  ['Sinhala', 'si'],
  ['Georgian', 'ka'],
  ['Armenian', 'hy'],
  ['Khmer', 'km'],
  ['Lao', 'lo'],
  ['Myanmar', 'my'],
  ['Ethiopic', 'am'],
  ['Tibetan', 'bo'],
];

/** Letters that of the languages in a script only one has; the first language of which there are enough decides. */
interface Marked {
  readonly language: string;
  readonly letters: RegExp;
}
const cyrillic: readonly Marked[] = [
  { language: 'uk', letters: /[іїєґ]/gi },
  { language: 'sr', letters: /[ђћњљџ]/gi },
  { language: 'mk', letters: /[ѓќѕ]/gi },
  { language: 'be', letters: /ў/gi },
  { language: 'kk', letters: /[әқңұһ]/gi },
  { language: 'ru', letters: /[ыэё]/gi },
  { language: 'bg', letters: /ъ/gi },
];
const arabic: readonly Marked[] = [
  { language: 'ur', letters: /[ٹڈڑںے]/g },
  { language: 'fa', letters: /[پچژگ]/g },
  { language: 'ug', letters: /[ۇۆۈۋې]/g },
];
const minMarked = 0.004;

/** Characters that only one of the two spellings of Chinese has. */
const simplified =
  '们个这来为国说时会对于过发经么学现当没动还进样开从实军无与长机关点业将两间问应战头体见产话给儿东声员论处义几认条气题尔别变总电数报结务场计资许统区队决马书则听却达强难权设记类据边张该规万觉术领确传师观识带导争运吗谁妈爱谢请让欢买卖车门钱岁';
const traditional =
  '們個這來為國說時會對於過發後裡經麼學現當沒動還進樣開從實軍無與長機關點業將兩間問應戰頭體見產話給兒東聲員論處義幾認條氣題爾別變總電數報結務場計資許統區隊決馬書則聽卻達強難權設記類據邊張該規萬覺術領確傳師觀識帶導爭運嗎誰媽愛謝請讓歡買賣車門錢歲';

/** The most frequent words of subtitles. A word may be frequent in several languages. */
const frequent: Readonly<Record<string, string>> = {
  en: "the be to of and a in that have i it for not on with he as you do at this but his by from they we say her she or an will my one all would there their what so up out if about who get which go me when make can like time no just him know take people into year your good some could them see other than then now look only come its over think also back after use two how our work first well way even new want because any these give day most us is are was were am been has had did does don't i'm you're it's that's let's yes hello hi please thank thanks oh okay right here where why very much more world",
  fr: "le la les de des du un une et est en que qui dans pas pour sur au ce il elle je tu nous vous ils elles ne se plus par avec tout mais ou où comme être avoir faire dit si leur bien sans mon ma mes ton ta son sa c'est j'ai n'est qu'il d'un d'une l'on oui non merci bonjour ça quoi aussi très moi toi sont était cette ces",
  de: 'der die das und ist in zu den nicht von sie mit sich auf für als auch es an er hat aus bei wird sind noch wie einem einen eine ein so zum war haben nur oder aber vor zur bis mehr durch man dann da wir ihr ich du mich dich mir dir mein dein was wer wo warum ja nein danke bitte hallo kann muss will schon immer hier jetzt doch gut',
  es: 'el la los las de del que y en un una por con no se su para es al lo como más pero sus le ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante uno ni contra ese eso mí qué yo tú él ella estoy está soy eres gracias hola bueno aquí bien vamos señor puedo tiene',
  pt: 'o a os as de do da dos das que e em um uma por com não se seu sua para é ao como mais mas foi ele ela já ou este isto porque está quando muito sem sobre também me até há onde quem nos eu tu você nós eles isso obrigado olá sim aqui bem vamos senhor posso tem meu minha são pelo pela num numa estou',
  it: "il lo la i gli le di del della dei che e è in un una uno per con non si su sono come più ma anche da al alla nel nella questo questa quello io tu lui lei noi voi loro mi ti ci vi se perché quando molto senza sì no grazie ciao cosa chi dove bene qui ho hai ha abbiamo c'è l'ha",
  nl: 'de het een en van in is dat op te zijn met voor niet aan er om ook als dan maar bij of uit nog naar heeft hij zij ze wij we ik je jij mij me mijn jouw wat wie waar waarom ja nee dank hallo kan moet wil al hier nu toch goed hebben had was deze dit die geen wel zo',
  pl: 'nie to się w na i z że do jest jak co tak ale mnie o czy go już za po ty dla może ten tylko mi ma od pan tym jestem kiedy tego bardzo gdzie jego jej ich mam być by sobie dobrze dziękuję proszę cześć wszystko teraz dlaczego tutaj',
  cs: 'to se je na že v a co jsem si tak do ale by jak za mi jsi ne už tady bude mě jen ve když když být jako kde proč děkuji prosím ahoj dobře máš mám není jsou byl byla tě ty já my',
  ro: 'nu să de a și la o în ce că un cu pe mai este am e se din ai ca te ești sunt dar eu el ea noi voi lui pentru asta foarte bine da mulțumesc bună unde când cine cum acum aici',
  hu: 'a az nem hogy és egy ez van de meg is már csak mi ha én te ő vagy fel el kell itt jó most minden igen köszönöm szia hol miért mit aki volt lesz vagyok',
  tr: 've bir bu için ne da de ben sen o ile mi mı var yok çok ama daha gibi değil evet hayır lütfen teşekkür merhaba nasıl neden kim nerede şimdi burada beni seni bana sana şey iyi biz siz onlar',
  sv: 'och i att det som en på är av för med till den har de inte om ett han men var jag sig från vi så kan du nu hon mig dig vad varför ja nej tack hej här där när bara alla skulle måste',
  da: 'og i at det er en til på som med for af ikke der den har de jeg du han hun vi et men om kan nu mig dig hvad hvorfor ja nej tak hej her hvor når bare alle skulle må også',
  nb: 'og i det er en til på som med for av ikke har de jeg du han hun vi et men om kan nå meg deg hva hvorfor ja nei takk hei her hvor når bare alle skulle må også',
  fi: 'ja on ei se että hän minä sinä mutta niin kuin ovat oli mitä tämä olen olet nyt vain kun jos missä miksi kyllä kiitos hei täällä minun sinun meidän voi ole ollut tai',
  id: 'yang dan di itu dengan untuk tidak ini dari dalam akan pada juga saya ke karena tersebut bisa ada mereka lebih kita kami aku kamu dia apa siapa mana kenapa ya terima kasih halo sudah belum jangan bukan orang',
  vi: 'là của và có không được cho một các người này trong với tôi anh em cô ông đã đang sẽ đi đến ra gì sao nào thì mà ở về như cũng rất nhưng vì xin chào cảm ơn',
};
const words = Object.entries(frequent).map(([language, list]) => ({ language, known: new Set(list.split(' ')) }));

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const countScript = (text: string, script: string) => countOf(text, new RegExp(`\\p{Script=${script}}`, 'gu'));

const minKnown = 0.15;
/** How much better than the second-best language the best one must be, unless the text is short. */
const minLead = 1.1;

function detectLatin(text: string): string {
  const said =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{Script=Latin}\p{M}']+/gu) ?? [];
  if (said.length === 0) return unknownLanguage;
  const rated = words
    .map(({ language, known }) => ({ language, count: said.filter(word => known.has(word)).length }))
    .sort((a, b) => b.count - a.count);
  const [best, second] = rated;
  if (!best || best.count < Math.max(1, minKnown * said.length)) return unknownLanguage;
  return best.count >= minLead * (second?.count ?? 0) ? best.language : unknownLanguage;
}

function detectMarked(text: string, letters: number, marked: readonly Marked[], otherwise: string): string {
  return marked.find(one => countOf(text, one.letters) >= minMarked * letters)?.language ?? otherwise;
}

function detectChinese(text: string): string {
  const [old, reformed] = [traditional, simplified].map(all => [...text].filter(sign => all.includes(sign)).length);
  if (old === reformed) return 'zh';
  return old! > reformed! ? 'zh-Hant' : 'zh-Hans';
}

/** A Chinese character or a Korean syllable says as much as this many letters. */
const lettersOfCharacter = 2.5;
const minKana = 0.05;

/** Returns the language of a text as a tag such as `zh-Hant`; `und` if it is not certain. */
function detectLanguageOf(text: string): string {
  const judged = text.slice(0, maxLetters).normalize('NFC');
  const [han, hiragana, katakana, hangul] = ['Han', 'Hiragana', 'Katakana', 'Hangul'].map(one =>
    countScript(judged, one),
  );
  const kana = hiragana! + katakana!;
  const candidates = [
    {
      weight: lettersOfCharacter * (han! + kana),
      detect: () => (kana >= minKana * (han! + kana) ? 'ja' : detectChinese(judged)),
    },
    { weight: lettersOfCharacter * hangul!, detect: () => 'ko' },
    ...(['Latin', 'Cyrillic', 'Arabic'] as const).map(script => {
      const weight = countScript(judged, script);
      const detect = {
        Latin: () => detectLatin(judged),
        Cyrillic: () => detectMarked(judged, weight, cyrillic, 'ru'),
        Arabic: () => detectMarked(judged, weight, arabic, 'ar'),
      }[script];
      return { weight, detect };
    }),
    ...scripts.map(([script, language]) => ({ weight: countScript(judged, script), detect: () => language })),
  ];
  const best = candidates.reduce((max, one) => (one.weight > max.weight ? one : max));
  return best.weight === 0 ? unknownLanguage : best.detect();
}

/** Returns the language of subtitles; that of the first language if they are in two. */
export function detectLanguage(cues: readonly Pick<Cue, 'text' | 'second'>[]): string {
  const first = detectLanguageOf(cues.map(({ text }) => plainText(text)).join('\n'));
  if (first !== unknownLanguage) return first;
  return detectLanguageOf(cues.map(({ second = '' }) => plainText(second)).join('\n'));
}
