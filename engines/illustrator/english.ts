// A prompt in the words of drawing models, which are English: what the illustrator's vocabulary knows in Chinese is said in English, as a list of
// things with their attributes. The rest stays as written.
import { splitPrompt, type Word } from './split-prompt.ts';
import { type Meaning, vocabulary } from './vocabulary.ts';
import { frequentWords, inEnglish, saidAlone, saidBefore } from './words/english.ts';

type Kind = Meaning['kind'];

export interface EnglishPrompt {
  readonly text: string;
  /** The Chinese words in it for which there is no English one here. */
  readonly unknown: readonly string[];
}

const han = /\p{Script=Han}/u;
/** What tells a model more than words, such as a LoRA, is nothing to translate. */
const marks = /(<[^<>]*>)/;

/** Whether a prompt has Chinese in it, apart from marks such as `<lora:name:1>`. */
export const hasChinese = (prompt: string): boolean =>
  prompt.split(marks).some((part, i) => i % 2 === 0 && han.test(part));

/** The marks of a prompt, such as `<lora:name:1>`. */
export const marksOf = (prompt: string): string[] => prompt.split(marks).filter((_, i) => i % 2 === 1);

const punctuation: Readonly<Record<string, string>> = {
  '，': ', ',
  '、': ', ',
  '；': ', ',
  '。': ', ',
  '！': ', ',
  '？': ', ',
  '：': ': ',
  '（': '(',
  '）': ')',
  '“': '"',
  '”': '"',
};

class Phrases {
  readonly #said: { text: string; isThing: boolean }[] = [];
  readonly #unknown: string[] = [];
  /** What is said of the thing to come. */
  #attributes: string[] = [];

  hear(word: Word, next: Word | undefined): void {
    if (word.isAfterPause || word.isAnd) this.#close();
    const has = (kind: Kind, of = word) => of.meanings.some(meaning => meaning.kind === kind);
    const say = (kind: Kind) => inEnglish[word.text] ?? vocabulary.english.get(`${kind} ${word.text}`) ?? word.text;
    const isThing = has('thing');
    const isColour = has('colour') && (!isThing || (next !== undefined && has('thing', next)));
    if (has('number') && !isThing) this.#attributes.push(...(/^[一1单]/.test(word.text) ? [] : [say('number')]));
    else if (isColour) this.#attributes.push(say('colour'));
    else if (has('size')) this.#attributes.push(say('size'));
    else if (isThing || has('scene')) this.#name(say(isThing ? 'thing' : 'scene'));
    else if (has('around')) this.#say(say('around'));
    else if (has('deed')) this.#before(say('deed'));
    else if (has('place')) this.#locate(say('place'));
    else if (has('action')) this.#say(say('action'));
    else if (saidBefore[word.text]) this.#attributes.push(saidBefore[word.text]!);
    else if (saidAlone[word.text]) this.#say(saidAlone[word.text]!);
    else if (word.meanings.length === 0 && word.text.trim()) {
      this.#unknown.push(word.text);
      this.#attributes.push(word.text);
    }
  }

  end(): EnglishPrompt {
    this.#close();
    return { text: this.#said.map(({ text }) => text).join(', '), unknown: this.#unknown };
  }

  #say(text: string): void {
    this.#said.push({ text, isThing: false });
  }

  #name(thing: string): void {
    this.#said.push({ text: [...this.#attributes, thing].join(' '), isThing: true });
    this.#attributes = [];
  }

  /** 拿着红气球: "holding red balloon". */
  #before(deed: string): void {
    this.#close();
    this.#attributes.push(deed);
  }

  /** 桌子上: "on the table". */
  #locate(place: string): void {
    const last = this.#said.at(-1);
    if (last?.isThing && this.#attributes.length === 0) last.text = `${place} the ${last.text}`;
  }

  #close(): void {
    if (this.#attributes.length > 0) this.#say(this.#attributes.join(' '));
    this.#attributes = [];
  }
}

function say(chinese: string): EnglishPrompt {
  const phrases = new Phrases();
  const words = splitPrompt(chinese);
  for (const [at, word] of words.entries()) phrases.hear(word, words[at + 1]);
  return phrases.end();
}

const frequent = new RegExp(Object.keys(frequentWords).join('|'), 'g');
const sayFrequent = (text: string) => text.replace(frequent, word => ` ${frequentWords[word]!} `).trim();

/** Joins parts with a space where words would run together. */
const join = (left: string, right: string): string =>
  left === '' || right === '' || /[\s([{"']$/.test(left) || /^[\s,.;:!?)\]}"']/.test(right)
    ? left + right
    : `${left} ${right}`;

export function toEnglish(prompt: string): EnglishPrompt {
  const unknown: string[] = [];
  let text = '';
  for (const [i, part] of prompt.split(marks).entries()) {
    if (i % 2 === 1) {
      text = join(text, part);
      continue;
    }
    const plain = part.replace(/[，、；。！？：（）“”]/g, sign => punctuation[sign]!);
    for (const piece of sayFrequent(plain).split(/(\p{Script=Han}+)/u)) {
      const said = han.test(piece) ? say(piece) : { text: piece, unknown: [] };
      unknown.push(...said.unknown);
      text = join(text, said.text);
    }
  }
  const tidy = text
    .replace(/ {2,}/g, ' ')
    .replace(/(\s*,\s*){2,}/g, ', ')
    .replace(/^[\s,]+|[\s,]+$/g, '');
  return { text: tidy, unknown: [...new Set(unknown)] };
}
