// A parsed prompt: things with their number, colour, size and relations, and their surroundings.

/**
 * The place of a thing. g: on the ground, p: rooted there, b: a building, v: a vehicle, t: on a surface or the ground, r: flat on the ground, w: on
 * water, u: under water, l: low in the air, y: high in the air, c: in the sky itself, h: in a hand, k: on a head, e: before the eyes, n: around a
 * neck, d: on a wall, o: hung up or set up outside, m: far away.
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
  /** Its height relative to a person of height 1. */
  readonly size: number;
  /** The scene where it is at home, used when the prompt names none. */
  readonly habitat?: string;
  /** Position of the head in its box: the middle and the width, in fractions of the box. */
  readonly head?: readonly [x: number, y: number, width: number];
  /** Point where things resting on it are placed, in fractions of its box. */
  readonly seat?: readonly [x: number, y: number];
  /** For drawings of an animal's head: colours of body and belly. */
  readonly face?: readonly [body: string, belly: string];
  /** For drawings of a head or a bust: the clothes below it, and their colour. */
  readonly wear?: readonly [kind: string, colour: string];
  readonly isBust?: boolean;
  /** Prefix of the icons that show this person in an action. */
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
  /** The word that named it. */
  readonly said: string;
  readonly count: number;
  readonly colour?: string;
  /** Factor on its usual size. */
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
  /** Words without any match, as written. */
  readonly unknown: readonly string[];
}
