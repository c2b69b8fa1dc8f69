// What the illustrator understood of a prompt: things with their number, colour, size and relations, and what lies around them.

/**
 * Where a thing stands. g: on the ground, p: rooted there, b: a building, v: a vehicle, t: on a surface or the ground, r: flat on the ground,
 * w: on water, u: under water, l: low in the air, y: high in the air, c: in the sky itself, h: in a hand, k: on a head, e: before the eyes,
 * n: around a neck, d: on a wall, o: hung up or set up outside, m: far away.
 */
export type Place =
  | 'g'
  | 'p'
  | 'b'
  | 'v'
  | 't'
  | 'r'
  | 'w'
  | 'u'
  | 'l'
  | 'y'
  | 'c'
  | 'h'
  | 'k'
  | 'e'
  | 'n'
  | 'd'
  | 'o'
  | 'm';

/** A kind of thing that can be drawn. */
export interface Thing {
  /** The name of its drawing. */
  readonly icon: string;
  readonly place: Place;
  /** How high it is beside a person of height 1. */
  readonly size: number;
  /** The scene it is at home in, where the prompt names none. */
  readonly habitat?: string;
  /** Where its head is in its box: the middle and the width, in parts of it. */
  readonly head?: readonly [x: number, y: number, width: number];
  /** Where something on it rests, in parts of its box. */
  readonly seat?: readonly [x: number, y: number];
  /** The drawing is a head: colours of an animal's body and belly. */
  readonly face?: readonly [body: string, belly: string];
  /** The drawing is a head, or a bust: what it wears below, and its colour. */
  readonly wear?: readonly [kind: string, colour: string];
  readonly isBust?: boolean;
  /** People of the set who do things have this word in front. */
  readonly who?: 'woman' | 'man' | 'person';
}

export type RelationKind =
  | 'on'
  | 'under'
  | 'beside'
  | 'front'
  | 'behind'
  | 'in'
  | 'above'
  | 'hold'
  | 'wear'
  | 'ride'
  | 'fly';

export interface Relation {
  readonly kind: RelationKind;
  /** Index of the other thing in the wish. */
  readonly to: number;
}

export interface WishedThing {
  readonly thing: Thing;
  /** The word it was named by. */
  readonly said: string;
  readonly count: number;
  readonly colour?: string;
  /** Times its usual size. */
  readonly scale: number;
  readonly action?: string;
  readonly relations: readonly Relation[];
}

type DayTime = 'dawn' | 'day' | 'sunset' | 'night';
type Weather = 'sunny' | 'cloudy' | 'rain' | 'snow' | 'fog' | 'wind' | 'storm';
export type Season = 'spring' | 'summer' | 'autumn' | 'winter';
type Mood = 'warm' | 'cool' | 'dreamy' | 'dark' | 'festive' | 'quiet';

export interface Wish {
  readonly things: readonly WishedThing[];
  /** Scenes by name, the main one first. */
  readonly scenes: readonly string[];
  readonly time?: DayTime;
  readonly weather?: Weather;
  readonly season?: Season;
  readonly mood?: Mood;
  /** A style named in the prompt. */
  readonly style?: string;
  /** Words that nothing was found for, as they were written. */
  readonly unknown: readonly string[];
}
