// Tells languages apart: by the characters of a text, and Latin languages by their most frequent words.

/** Characters of GB 2312, the simplified set, of Big5, the traditional one, and of JIS X 0208, the Japanese one; most are in all of them. */
function decodeSet(encoding: string, lead: readonly [number, number], trails: readonly (readonly [number, number])[]) {
  const decoder = new TextDecoder(encoding);
  const set = new Set<string>();
  for (let first = lead[0]; first <= lead[1]; first++)
    for (const [from, to] of trails)
      for (let second = from; second <= to; second++) {
        const character = decoder.decode(Uint8Array.of(first, second));
        if (/^\p{Script=Han}$/u.test(character)) set.add(character);
      }
  return set;
}

const openSets = (() => {
  let sets: { simplified: Set<string>; traditional: Set<string>; japanese: Set<string> } | undefined;
  return () => {
    sets ??= {
      simplified: decodeSet('gbk', [0xb0, 0xf7], [[0xa1, 0xfe]]),
      traditional: decodeSet(
        'big5',
        [0xa4, 0xf9],
        [
          [0x40, 0x7e],
          [0xa1, 0xfe],
        ],
      ),
      japanese: decodeSet('euc-jp', [0xb0, 0xf4], [[0xa1, 0xfe]]),
    };
    return sets;
  };
})();

const letters = (text: string) => [...text];

export function countSimplified(text: string): number {
  const { simplified, traditional } = openSets();
  return letters(text).filter(one => simplified.has(one) && !traditional.has(one)).length;
}

export function countTraditional(text: string): number {
  const { simplified, traditional } = openSets();
  return letters(text).filter(one => traditional.has(one) && !simplified.has(one)).length;
}

/** Characters that only Japanese has, such as 駅 and 働. */
export function countJapanese(text: string): number {
  const { simplified, traditional, japanese } = openSets();
  return letters(text).filter(one => japanese.has(one) && !traditional.has(one) && !simplified.has(one)).length;
}

/** Whether a character may stand in a traditional text. */
export const mayBeTraditional = (character: string): boolean =>
  !/\p{Script=Han}/u.test(character) || openSets().traditional.has(character);

/** Removes accents and ligatures, which the reading network does not know. */
export const foldLetters = (text: string): string =>
  text.replaceAll('ß', 'B').replace(/[œŒ]/g, 'ce').replace(/[æÆ]/g, 'ae').normalize('NFD').replace(/\p{M}/gu, '');

export type LatinLanguage = 'eng' | 'deu' | 'fra' | 'spa';

/** The most frequent words of each language without accents; words of several languages are left out. */
const frequentWords: Readonly<Record<LatinLanguage, string>> = {
  eng: 'the of and to is that for are with his they be at this have from had by but what all were when your can said there use each which she how their if up other about out many then them these some her would make like him into time has look two more write go see no way could people my than first been call who its now find long down day did get come made may part you it he we do our please read every open only new free page file save help any before after very where should through over work year must address telephone email date name floor room exit entrance price total mobile fax',
  deu: 'der die das und ist nicht ein eine einen einem einer den dem des im mit fur auf zu von sich wird werden wurde wurden sind haben hat auch als bei aus nach nur noch uber unter oder aber wenn wie wir sie er ich ihr sein seine mein dein kann konnen muss mussen soll sollen sehr mehr vor zum zur durch gegen ohne bis seit wahrend zwischen dann dort hier jetzt immer wieder schon alle alles jeder jede diese dieser dieses welche kein keine bitte uhr tag tage jahr jahre strabe strasse haus gut neu neue neuen heute morgen gestern montag dienstag mittwoch donnerstag freitag samstag sonntag offnungszeiten geoffnet geschlossen vom beim ins ihre ihren unser unsere damit weil dass gibt ab telefon anschrift adresse datum vorname nachname eingang ausgang preis summe stock',
  fra: 'le les et est dans que qui une un des du pour pas sur au aux avec sont par ce cette ces ses son sa leur leurs nous vous ils elle elles je tu il ne se ou mais donc comme tout tous toute toutes fait faire etre avoir ont avait sera peut sans sous entre vers chez tres bien aussi encore apres avant pendant depuis ici jour jours annee annees heure heures rue ville monsieur madame merci bonjour lundi mardi mercredi jeudi vendredi samedi dimanche ouvert ouverte ferme votre notre mon ton quand quel quelle ete etait cote meme peu deux trois prix lors dont chaque telephone adresse courriel nom prenom entree sortie etage montant somme numero',
  spa: 'el los las y en que una del por con para como pero sus al lo se su le ya muy sin sobre este esta estos estas ese esa mas todo todos toda todas hay ser fue son tiene tienen hacer puede pueden no desde hasta entre cuando donde quien porque tambien solo antes despues durante nos nosotros usted ustedes yo ella ellos ellas mi tu si dia dias ano anos hora horas calle ciudad senor senora gracias hola lunes martes miercoles jueves viernes sabado domingo abierto abierta cerrado aqui ahora siempre nunca bien buen bueno buenos buenas nuevo nueva otro otra otros precio segun cada unos era estar esto eso telefono direccion correo fecha nombre apellido apellidos entrada salida piso importe precios tel numero',
};

const wordSets = (() => {
  const lists = Object.entries(frequentWords).map(([language, list]) => [language, new Set(list.split(' '))] as const);
  // A word of several languages says nothing, but one with accents is not English.
  const ownOf = (language: string, rivals: typeof lists) => {
    const [, all] = lists.find(([other]) => other === language)!;
    return new Set([...all].filter(word => rivals.every(([other, set]) => other === language || !set.has(word))));
  };
  const others = lists.filter(([language]) => language !== 'eng');
  return lists.map(([language]) => ({
    language: language as LatinLanguage,
    plain: ownOf(language, lists),
    accented: language === 'eng' ? new Set<string>() : ownOf(language, others),
  }));
})();

/** Letters, digits and signs between two spaces, without the signs around them. */
const tokensOf = (text: string) =>
  text.split(/\s+/).flatMap(token => token.match(/[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u)?.[0] ?? []);

/** Words as they are written in running text and on signs; what has digits, or few capitals alone, may be a code. */
const plainWord = /^\p{L}[\p{L}\p{M}'’-]*$/u;
const fewCapitals = /^\p{Lu}{1,3}$/u;
const isNumber = (token: string) => /^[\d.,:/-]+$/.test(token);

/** Whether a text has more codes than words, as a list of articles has; parts of codes look like words of any language. */
export function isMadeOfCodes(text: string): boolean {
  const tokens = tokensOf(text).filter(token => !isNumber(token) && !fewCapitals.test(token));
  const words = tokens.filter(token => plainWord.test(token));
  return words.length <= tokens.length / 2;
}

const wordsOf = (text: string) =>
  tokensOf(text)
    .filter(token => plainWord.test(token))
    .flatMap(token => token.toLowerCase().split(/['’-]/));

/** Counts the frequent words of each language in a text. */
export function countWords(text: string): Readonly<Record<LatinLanguage, number>> {
  const words = wordsOf(text).map(word => ({ plain: foldLetters(word), isAccented: foldLetters(word) !== word }));
  const counts = wordSets.map(({ language, plain, accented }) => {
    const isCounted = (word: (typeof words)[number]) => (word.isAccented ? accented : plain).has(word.plain);
    return [language, words.filter(isCounted).length] as const;
  });
  return Object.fromEntries(counts) as Record<LatinLanguage, number>;
}

/** Frequent words that French and Spanish share, and how many different ones show that a text is in one of both. */
const sharedWords = new Set(['de', 'la', 'que']);
const minShared = 2;
/** How the words of each of them end, without accents. */
const spanishEnd = /(?:[ao]s?|[aei]r|cion|dad)$/;
const frenchEnd = /(?:es?|ez|er|ent|eau|eur|oir|ion|et|ons|ais|ait)$/;
const minLetters = 4;

/** Tells French and Spanish apart without words that only one of them has, as in "delante de la puerta". */
function guessByEnds(text: string): LatinLanguage | undefined {
  const words = wordsOf(text).map(foldLetters);
  if (new Set(words.filter(word => sharedWords.has(word))).size < minShared) return undefined;
  const long = words.filter(word => word.length >= minLetters);
  const lead = long.filter(word => spanishEnd.test(word)).length - long.filter(word => frenchEnd.test(word)).length;
  if (lead === 0) return undefined;
  return lead > 0 ? 'spa' : 'fra';
}

/** Returns the language of most frequent words; undefined without a majority, and of codes. */
export function guessLatin(text: string): LatinLanguage | undefined {
  if (isMadeOfCodes(text)) return undefined;
  const [first, second] = Object.entries(countWords(text)).sort(([, a], [, b]) => b - a);
  if (first![1] === 0) return guessByEnds(text);
  return first![1] > 1.5 * second![1] ? (first![0] as LatinLanguage) : undefined;
}
