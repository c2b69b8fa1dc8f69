// Colours in calls. Tools work with #rrggbb; other common notations are converted before validation.
import { z } from 'zod';

const knownNames: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  orange: '#ffa500',
  purple: '#800080',
  pink: '#ffc0cb',
  brown: '#a52a2a',
  cyan: '#00ffff',
  magenta: '#ff00ff',
  navy: '#000080',
  teal: '#008080',
  lime: '#00ff00',
  silver: '#c0c0c0',
  gray: '#808080',
  grey: '#808080',
};

const twoDigits = (value: number) => value.toString(16).padStart(2, '0');

/** Converts a CSS colour without alpha to #rrggbb; any other value is returned unchanged, and the schema refuses it. */
function spellColour(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim().toLowerCase();
  if (Object.hasOwn(names, text)) return names[text];
  const [, hex] = /^#?([\da-f]{3}|[\da-f]{6})$/.exec(text) ?? [];
  if (hex?.length === 6) return `#${hex}`;
  if (hex) return `#${[...hex].map(digit => digit + digit).join('')}`;
  const [, ...channels] = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(text) ?? [];
  const levels = channels.map(Number);
  return levels.length === 3 && levels.every(level => level <= 255) ? `#${levels.map(twoDigits).join('')}` : value;
}

/** A colour schema; `ownNames` take precedence over CSS names, for example blue as used for ID photos. */
export const makeColourSchema = (ownNames: Readonly<Record<string, string>> = {}) =>
  z.preprocess(value => spellColour(value, { ...knownNames, ...ownNames }), z.string().regex(/^#[0-9a-fA-F]{6}$/));

export const colourSchema = makeColourSchema();
