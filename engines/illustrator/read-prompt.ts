// Parses a prompt: which things, how many, in which colour and size, how they relate to each other, and their surroundings.
import { splitPrompt, type Word } from './split-prompt.ts';
import type { Meaning } from './vocabulary.ts';
import type { Relation, RelationKind, Thing, Wish, WishedThing } from './wish.ts';

type Kind = Meaning['kind'];
type Of<K extends Kind> = Extract<Meaning, { kind: K }>;

interface Draft {
  thing: Thing;
  said: string;
  count: number;
  colour?: string;
  scale: number;
  action?: string;
  relations: Relation[];
  /** Number shared by things named together: "a cat and a dog". */
  group: number;
  /** Another thing holds or wears it. */
  isHeld: boolean;
  /** It only locates another thing. */
  isReference: boolean;
  /** Number of clauses before it. */
  clause: number;
}

/** Maximum number of one kind; more would crowd the picture. */
const maxOfOne = 12;
const maxThings = 14;
const maxUnknown = 12;

const findMeaning = <K extends Kind>(word: Word | undefined, kind: K) =>
  word?.meanings.find((meaning): meaning is Of<K> => meaning.kind === kind);

const canAct = ({ place, face, wear, who, head }: Thing) =>
  place === 'g' || place === 'l' || face !== undefined || wear !== undefined || who !== undefined || head !== undefined;
const isAlive = (thing: Thing) =>
  canAct(thing) && !thing.seat?.length && thing.icon !== 'rock' && thing.icon !== 'wood';
const holdable = new Set(['h', 't', 'y', 'o', 'k', 'p', 'c', 'l', 'n', 'e']);

interface Implied {
  readonly kind: RelationKind;
  readonly thing: Thing;
}

const impliedBy: Readonly<Record<string, Implied>> = {
  fishing: { kind: 'hold', thing: { icon: 'fishing-pole', place: 'h', size: 0.55 } },
  reading: { kind: 'hold', thing: { icon: 'open-book', place: 'h', size: 0.24 } },
  biking: { kind: 'ride', thing: { icon: 'bicycle', place: 'v', size: 0.68, seat: [0.42, 0.22] } },
  'rowing-boat': { kind: 'ride', thing: { icon: 'canoe', place: 'w', size: 0.4, seat: [0.5, 0.5] } },
};

interface Pending {
  readonly kind: RelationKind;
  /** The other thing, when it was named first: 桌子上的猫. */
  readonly to?: number;
  /** The subjects of the relation, when they were named first: a cat on … */
  readonly from?: readonly number[];
}

class Reader {
  readonly #words: readonly Word[];
  readonly #things: Draft[] = [];
  readonly #scenes: string[] = [];
  readonly #around: Record<string, string> = {};
  readonly #unknown: string[] = [];
  #count: number | undefined;
  #colour: string | undefined;
  #scale = 1;
  #action: string | undefined;
  #group = 0;
  #isAfterAnd = false;
  #clause = 0;
  /** A relation whose second thing is still missing. */
  #ahead: Pending | undefined;
  /** Relations whose first thing is still missing. */
  #behind: Pending[] = [];
  /** The group that these relations have been applied to so far. */
  #behindGroup: number | undefined;

  constructor(prompt: string) {
    this.#words = splitPrompt(prompt);
  }

  read(): Wish {
    for (let at = 0; at < this.#words.length; at++) this.#hear(at);
    this.#putOnTables();
    const { time, weather, season, mood, style } = this.#around;
    return {
      things: this.#things.map(
        ({ group: _, isHeld: _held, isReference: _reference, clause: _clause, ...thing }): WishedThing => thing,
      ),
      scenes: [...new Set(this.#scenes)],
      ...({
        ...(time && { time }),
        ...(weather && { weather }),
        ...(season && { season }),
        ...(mood && { mood }),
      } as Partial<Wish>),
      ...(style && { style }),
      unknown: [...new Set(this.#unknown)].slice(0, maxUnknown),
    };
  }

  /** Puts a cup beside a cat that sits on a table, or beside that table, on the table too. */
  #putOnTables(): void {
    const hasGuests = (at: number) =>
      this.#things.some(({ relations }) => relations.some(({ kind, to }) => kind === 'on' && to === at));
    for (const [at, { thing, relations }] of this.#things.entries()) {
      const base = thing.seat && hasGuests(at) ? at : relations.find(({ kind }) => kind === 'on')?.to;
      if (base === undefined || !this.#things[base]?.thing.seat) continue;
      for (const { kind, to } of relations) {
        const other = this.#things[to]!;
        if (kind !== 'beside' || other.thing.place !== 't' || other.thing.seat || other.relations.length > 0) continue;
        other.relations.push({ kind: 'on', to: base });
      }
    }
  }

  #hear(at: number): void {
    const word = this.#words[at]!;
    if (word.isAnd) this.#isAfterAnd = true;
    if (word.isAfterPause) this.#pause();
    const next = this.#words[at + 1];
    const colour = findMeaning(word, 'colour');
    const thing = findMeaning(word, 'thing');
    // "orange" is a colour before a thing, otherwise a fruit.
    const isColour = colour && (!thing || next?.meanings.some(({ kind }) => kind === 'thing'));
    const scene = findMeaning(word, 'scene');
    const around = findMeaning(word, 'around');
    const place = findMeaning(word, 'place');
    const deed = findMeaning(word, 'deed');
    const number = findMeaning(word, 'number');
    const size = findMeaning(word, 'size');
    const action = findMeaning(word, 'action');
    if (number && !thing) this.#count = number.value;
    else if (isColour) this.#colour = colour.value;
    else if (size) this.#scale = size.value;
    else if (thing) this.#addThing(word, thing.thing, next);
    else if (scene) this.#addScene(scene.value, word);
    else if (around) this.#around[around.field] ??= around.value;
    else if (deed && this.#isDeed(word, at)) this.#addDeed(deed.value);
    else if (place) this.#addPlace(place.value, word, at);
    else if (word.text === 'in a') this.#addPlace('in', word, at);
    else if (action) this.#addAction(action.value);
    else if (word.meanings.length === 0 && /\p{L}|\p{N}/u.test(word.text)) this.#unknown.push(word.text);
  }

  #pause(): void {
    this.#clause++;
    this.#ahead = undefined;
    this.#count = undefined;
    this.#colour = undefined;
    this.#scale = 1;
    this.#action = undefined;
    this.#isAfterAnd = false;
  }

  /** 带着, "with" and the like only connect things: "with a view", or "in a" before a scene, does not. */
  #isDeed(word: Word, at: number): boolean {
    if (word.text !== 'in a' && word.text !== 'with') return true;
    const following = this.#words
      .slice(at + 1, at + 5)
      .find(({ meanings }) => meanings.some(({ kind }) => kind === 'thing' || kind === 'scene'));
    const thing = findMeaning(following, 'thing')?.thing;
    if (!thing) return false;
    const isGarment = /^(dress|t-shirt|coat|kimono|scarf|.*hat|crown)$/.test(thing.icon);
    return word.text === 'in a' ? isGarment : true;
  }

  #addScene(scene: string, word: Word): void {
    // 花园里的猫, "a cat in a garden": the scene consumes the relation.
    if (this.#ahead && this.#ahead.to === undefined) this.#ahead = undefined;
    this.#scenes.push(scene);
    if (scene === 'mountain' && /雪|snow/.test(word.text)) this.#scenes.push('snowcap');
    this.#count = undefined;
    this.#scale = 1;
    this.#colour = undefined;
  }

  /** Returns the subjects of a relation: the last things named, without those that are held. */
  #subjects(isOfLiving: boolean): readonly number[] {
    for (let at = this.#things.length - 1; at >= 0; at--) {
      const draft = this.#things[at]!;
      // "A cat by the window, next to a cup": the cat is next to it.
      const isOnWall =
        draft.thing.place === 'd' && this.#things.some(({ relations }) => relations.some(({ to }) => to === at));
      if (draft.isHeld || isOnWall) continue;
      if (isOfLiving && !isAlive(draft.thing)) continue;
      return this.#things.flatMap((other, i) =>
        other.group === draft.group && !other.isHeld && (!isOfLiving || isAlive(other.thing)) ? [i] : [],
      );
    }
    return [];
  }

  /** "Three apples, grapes and a vase on a table": small things listed before them are on it as well. */
  #withListed(last: readonly number[], kind: RelationKind): readonly number[] {
    const listed = [...last];
    if (kind !== 'on' || last.length < 2) return listed;
    for (let at = last[0]! - 1; at >= 0; at--) {
      const { thing, relations, isHeld, isReference } = this.#things[at]!;
      if (thing.place !== 't' || relations.length > 0 || isHeld || isReference) break;
      listed.unshift(at);
    }
    return listed;
  }

  #addPlace(kind: RelationKind, word: Word, at: number): void {
    if (word.language === 'en') {
      const from = this.#withListed(this.#subjects(false), kind);
      this.#ahead = { kind, ...(from.length > 0 && { from }) };
      return;
    }
    // Chinese names the other thing first: 猫在桌子上, 桌子上的猫. After a scene the word adds nothing.
    const before = this.#words[at - 1];
    if (!findMeaning(before, 'thing')) {
      // 旁边有一杯咖啡: beside the thing named before.
      const from = kind === 'beside' && this.#words[at + 1]?.isOf !== true ? this.#subjects(false) : [];
      if (from.length > 0) this.#ahead = { kind, from };
      return;
    }
    const to = this.#things.length - 1;
    if (to < 0) return;
    const other = this.#things[to]!;
    const isOf = this.#words[at + 1]?.isOf === true;
    const last = this.#things.findLastIndex(
      (draft, i) => i !== to && !draft.isHeld && !draft.isReference && draft.group !== other.group,
    );
    other.isReference = true;
    const subject = this.#things[last];
    if (!subject || isOf || (subject.clause !== this.#clause && !this.#hasAt(at))) this.#waitBehind({ kind, to });
    else for (const [i, { group }] of this.#things.entries()) if (group === subject.group) this.#relate(i, kind, to);
  }

  /** Returns whether 在 or a similar word precedes the other thing in this clause. */
  #hasAt(at: number): boolean {
    for (let i = at - 1; i >= 0; i--) {
      if (/在|于|到|过|进/.test(this.#words[i]!.text)) return true;
      if (this.#words[i]!.isAfterPause) return false;
    }
    return false;
  }

  #addDeed(kind: RelationKind): void {
    const from = this.#subjects(true);
    this.#ahead = { kind, ...(from.length > 0 && { from }) };
  }

  #addAction(action: string): void {
    const subjects = this.#subjects(true);
    const open = subjects.filter(i => this.#things[i]!.action === undefined);
    if (open.length > 0) for (const i of open) this.#things[i]!.action = action;
    else this.#action = action;
    const isPerson = subjects.some(i => this.#things[i]!.thing.who);
    const tool = impliedBy[action];
    if (tool && !(isPerson && tool.kind === 'ride')) this.#addImplied(tool, subjects);
  }

  /** Adds a thing that an action needs although the prompt does not name it. */
  #addImplied({ thing, kind }: Implied, subjects: readonly number[]): void {
    const { icon } = thing;
    this.#push({
      thing,
      said: icon,
      count: 1,
      scale: 1,
      relations: [],
      group: ++this.#group,
      isHeld: true,
      isReference: false,
      clause: this.#clause,
    });
    const to = this.#things.length - 1;
    if (subjects.length > 0) for (const i of subjects) this.#relate(i, kind, to);
    else this.#waitBehind({ kind, to });
  }

  #relate(from: number, kind: RelationKind, to: number): void {
    const subject = this.#things[from];
    const other = this.#things[to];
    if (!subject || !other || from === to) return;
    if (subject.relations.some(relation => relation.to === to)) return;
    if (other.relations.some(relation => relation.to === from)) return;
    subject.relations.push({ kind: this.#suit(kind, subject, other), to });
    if (subject.relations.at(-1)?.kind === 'hold' || subject.relations.at(-1)?.kind === 'wear') other.isHeld = true;
  }

  /** Replaces a relation by one that can be drawn: a rider is "on" a bicycle, and a table is not held. */
  #suit(kind: RelationKind, subject: Draft, { thing }: Draft): RelationKind {
    if (kind === 'on' && (thing.place === 'v' || thing.place === 'w') && thing.seat) return 'ride';
    if (kind === 'hold' && ['k', 'e', 'n'].includes(thing.place)) return 'wear';
    if (kind === 'hold' && (!holdable.has(thing.place) || !isAlive(subject.thing))) return 'beside';
    if (kind === 'hold' && (thing.place === 'l' || thing.place === 'c')) return 'beside';
    if (kind === 'hold' && thing.icon === 'kite') return 'fly';
    if (kind === 'fly' && thing.place !== 'y' && thing.place !== 'h') return 'beside';
    if (kind === 'wear' && !/^(k|e|n)$/.test(thing.place) && !/dress|t-shirt/.test(thing.icon)) return 'hold';
    if (kind === 'in' && (thing.place === 'w' || thing.place === 'v')) return 'ride';
    if (kind === 'in' && (thing.place === 'b' || thing.place === 'p' || thing.place === 'g'))
      return thing.seat ? 'on' : 'front';
    if (kind === 'under' && (thing.place === 'c' || thing.place === 'y' || thing.place === 'm')) return 'front';
    return kind;
  }

  #push(draft: Draft): void {
    if (this.#things.length < maxThings) this.#things.push(draft);
  }

  #addThing(word: Word, thing: Thing, next: Word | undefined): void {
    if (this.#things.length >= maxThings) return;
    const isPair = word.isPlural && this.#count === undefined;
    const count = Math.min(maxOfOne, this.#count ?? (isPair ? 3 : /们$/.test(word.text) ? 4 : 1));
    const previous = this.#things.at(-1);
    const ahead = this.#ahead;
    const joins = this.#isAfterAnd && previous !== undefined && !ahead;
    this.#push({
      thing,
      said: word.text,
      count,
      scale: this.#scale,
      ...(this.#colour && { colour: this.#colour }),
      ...(this.#action && { action: this.#action }),
      relations: [],
      group: joins && !previous.isHeld ? previous.group : ++this.#group,
      isHeld: false,
      isReference: false,
      clause: this.#clause,
    });
    const at = this.#things.length - 1;
    this.#joinAhead(at, ahead, word, next);
    if (!ahead) this.#joinBehind(at);
    if (joins && previous.isHeld) this.#holdToo(at);
    this.#count = undefined;
    this.#colour = undefined;
    this.#scale = 1;
    this.#action = undefined;
    this.#isAfterAnd = false;
  }

  /** Applies the relation that waited for this thing as its second. */
  #joinAhead(at: number, ahead: Pending | undefined, word: Word, next: Word | undefined): void {
    if (!ahead) return;
    this.#ahead = undefined;
    // 戴帽子的猫: with 的 after it, the wearer is still to come.
    const isOf = word.language === 'zh' && next?.isOf === true;
    if (ahead.from && !isOf) for (const from of ahead.from) this.#relate(from, ahead.kind, at);
    else {
      this.#waitBehind({ kind: ahead.kind, to: at });
      if (ahead.kind === 'hold' || ahead.kind === 'wear') this.#things[at]!.isHeld = true;
    }
  }

  /** Applies the relations that waited for this thing as their first; things named together with it share them. */
  #joinBehind(at: number): void {
    const { group } = this.#things[at]!;
    if (this.#behind.length > 0 && this.#behindGroup !== undefined && this.#behindGroup !== group) this.#behind = [];
    if (this.#behind.length === 0) return;
    this.#behindGroup = group;
    for (const { kind, to } of this.#behind) if (to !== undefined) this.#relate(at, kind, to);
  }

  /** Queues a relation for the next thing; those of an earlier group are dropped. */
  #waitBehind(pending: Pending): void {
    if (this.#behindGroup !== undefined) this.#behind = [];
    this.#behindGroup = undefined;
    this.#behind.push(pending);
  }

  /** "holding a book and a cup": the second has the same holder. */
  #holdToo(at: number): void {
    const holder = this.#things.findIndex(({ relations }) =>
      relations.some(({ kind, to }) => kind === 'hold' && to === at - 1),
    );
    if (holder >= 0 && holdable.has(this.#things[at]!.thing.place)) this.#relate(holder, 'hold', at);
  }
}

/** Removes what a negative prompt names: things, scenes, time, weather, season and mood. */
function without(wish: Wish, negative: string): Wish {
  const unwanted = readPrompt(negative);
  const icons = new Set(unwanted.things.map(({ thing }) => thing.icon));
  const kept = wish.things.map(({ thing }, i) => (icons.has(thing.icon) ? -1 : i));
  const places = new Map(kept.filter(i => i >= 0).map((i, at) => [i, at]));
  const things = wish.things.flatMap((wished, i) =>
    places.has(i)
      ? [
          {
            ...wished,
            relations: wished.relations.flatMap(({ kind, to }) => {
              const at = places.get(to);
              return at === undefined ? [] : [{ kind, to: at }];
            }),
          },
        ]
      : [],
  );
  const { time, weather, season, mood, ...rest } = wish;
  return {
    ...rest,
    ...(time && time !== unwanted.time && { time }),
    ...(weather && weather !== unwanted.weather && { weather }),
    ...(season && season !== unwanted.season && { season }),
    ...(mood && mood !== unwanted.mood && { mood }),
    things,
    scenes: wish.scenes.filter(scene => !unwanted.scenes.includes(scene)),
  };
}

/** Parses a prompt in Chinese, English or both; things named in `negative` are left out. */
export function readPrompt(prompt: string, negative = ''): Wish {
  const wish = new Reader(prompt).read();
  return negative.trim() === '' ? wish : without(wish, negative);
}
