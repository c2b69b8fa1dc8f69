// What a file must be, whatever it is for: of an accepted type, and no larger than allowed.
import { AppError } from 'contract/errors.ts';
import { describeMisfit } from 'contract/foreign-files.ts';
import { tooLarge } from 'contract/input-errors.ts';
import { type MediaName, media } from 'contract/media.ts';
import type { InputFileRule } from 'contract/tool.ts';

/** Throws TYPE_UNSUPPORTED unless the rule accepts the type that the bytes of a file are. */
export async function requireAccepted(
  type: MediaName | null,
  rule: Pick<InputFileRule, 'accept'>,
  readHead: () => Promise<Uint8Array>,
): Promise<MediaName> {
  if (type && rule.accept.includes(type)) return type;
  const accepted = rule.accept.map(name => media[name].extensions[0]?.toUpperCase()).join(', ');
  throw new AppError('TYPE_UNSUPPORTED', describeMisfit(await readHead(), accepted, type));
}

export function requireSize(bytes: number, rule: Pick<InputFileRule, 'maxBytes'>): void {
  if (bytes <= rule.maxBytes) return;
  const { code, details } = tooLarge(rule.maxBytes);
  throw new AppError(code, details);
}
