// Coupons: the current ones with the number claimed, and a dialog for editing one. Claimed coupons keep their terms.
import { getSheet, type SheetCoupon } from 'contract/routes/operators.ts';
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { useFormat } from './format.ts';
import { Awaited } from './frame.tsx';
import { useAnswer } from './operator.ts';
import { readAmount, writeAmount } from './read-amount.ts';
import { type Draft, RowDialog, type RowField } from './row-dialog.tsx';
import { Table } from './table.tsx';
import { adminWords } from './words.ts';

const dayMs = 86_400_000;

const makeBlank = (): SheetCoupon => ({
  name: '',
  title: { zh: '', en: '' },
  amountOff: 500,
  percentOff: null,
  currency: 'CNY',
  minimum: 0,
  planKind: null,
  startsAt: new Date().toISOString(),
  endsAt: new Date(Date.now() + 30 * dayMs).toISOString(),
  pieces: 100,
  isOnOffer: true,
  position: 10,
});

const twoDigits = (count: number) => String(count).padStart(2, '0');

/** Formats a time for a datetime-local field, in the browser's time zone. */
function toLocal(text: string): string {
  const at = new Date(text);
  const day = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-');
  return `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** Reads a datetime-local field; an unchanged field keeps its original time, including the seconds. */
function fromLocal(typed: string, before: string): string {
  if (typed === toLocal(before)) return before;
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? typed : at.toISOString();
}

const toDraft = (coupon: SheetCoupon): Draft => ({
  name: coupon.name,
  zh: coupon.title.zh,
  en: coupon.title.en,
  amountOff: coupon.amountOff === null || coupon.amountOff === undefined ? '' : writeAmount(coupon.amountOff),
  percentOff: String(coupon.percentOff ?? ''),
  currency: coupon.currency ?? '',
  minimum: writeAmount(coupon.minimum ?? 0),
  planKind: coupon.planKind ?? '',
  startsAt: toLocal(coupon.startsAt),
  endsAt: toLocal(coupon.endsAt),
  pieces: String(coupon.pieces),
  position: String(coupon.position ?? 0),
  isOnOffer: coupon.isOnOffer ? 'yes' : '',
});

/** Invalid text becomes NaN, which the server rejects with an error at that field. */
const amountIn = (text: string | undefined) => (text?.trim() ? (readAmount(text) ?? Number.NaN) : null);

const toCoupon = (draft: Draft, before: SheetCoupon): SheetCoupon => ({
  name: draft.name?.trim() ?? '',
  title: { zh: draft.zh ?? '', en: draft.en ?? '' },
  amountOff: amountIn(draft.amountOff),
  percentOff: draft.percentOff?.trim() ? Number(draft.percentOff) : null,
  currency: (draft.currency || null) as SheetCoupon['currency'],
  minimum: amountIn(draft.minimum) ?? 0,
  planKind: (draft.planKind || null) as SheetCoupon['planKind'],
  startsAt: fromLocal(draft.startsAt ?? '', before.startsAt),
  endsAt: fromLocal(draft.endsAt ?? '', before.endsAt),
  pieces: Number(draft.pieces),
  position: Number(draft.position || '0'),
  isOnOffer: draft.isOnOffer === 'yes',
});

export function Coupons() {
  const words = useWords(adminWords);
  const language = useLanguage();
  const format = useFormat();
  const { answer, failure, again } = useAnswer(getSheet);
  const [edited, setEdited] = useState<SheetCoupon>();
  if (!answer) return <Awaited failure={failure} onAgain={again} />;
  const isNew = edited?.name === '';
  const offOf = ({ amountOff, percentOff, currency }: SheetCoupon) =>
    percentOff ? `−${percentOff}%` : `−${format.money(amountOff ?? 0, currency ?? 'CNY')}`;
  const anything = { value: '', label: words.anything };
  const fields: RowField[] = [
    { name: 'name', label: words.couponName, kind: 'text', hint: words.couponNameHint, isFixed: !isNew },
    { name: 'zh', label: words.nameZh, kind: 'text' },
    { name: 'en', label: words.nameEn, kind: 'text' },
    { name: 'amountOff', label: words.amountOff, kind: 'amount' },
    { name: 'percentOff', label: words.percentOff, kind: 'count' },
    {
      name: 'currency',
      label: words.currency,
      kind: [{ value: 'CNY', label: words.cny }, { value: 'USD', label: words.usd }, anything],
    },
    { name: 'minimum', label: words.minimum, kind: 'amount' },
    {
      name: 'planKind',
      label: words.forWhat,
      kind: [anything, { value: 'member', label: words.kindMember }, { value: 'coins', label: words.kindCoins }],
    },
    { name: 'pieces', label: words.pieces, kind: 'count' },
    { name: 'startsAt', label: words.starts, kind: 'moment' },
    { name: 'endsAt', label: words.ends2, kind: 'moment' },
    { name: 'position', label: words.position, kind: 'count' },
    { name: 'isOnOffer', label: words.isOnOffer, kind: 'switch' },
  ];
  return (
    <>
      {failure !== undefined && <Awaited failure={failure} onAgain={again} />}
      <Button className="justify-self-start" onClick={() => setEdited(makeBlank())}>
        {words.addCoupon}
      </Button>
      <Table
        title={words.coupons}
        isTitleHidden
        rows={answer.sheet.coupons ?? []}
        keyOf={coupon => coupon.name}
        columns={[
          { name: words.couponName, cell: coupon => coupon.name },
          { name: words.coupons, cell: coupon => coupon.title[language] },
          { name: words.amountOff, isNumber: true, cell: offOf },
          {
            name: words.minimum,
            isNumber: true,
            cell: coupon => (coupon.currency ? format.money(coupon.minimum ?? 0, coupon.currency) : '–'),
          },
          { name: words.ends2, cell: coupon => format.moment(coupon.endsAt) },
          {
            name: words.pieces,
            isNumber: true,
            cell: coupon => `${format.number(answer.taken[coupon.name] ?? 0)} / ${format.number(coupon.pieces)}`,
          },
          { name: words.isOnOffer, cell: coupon => (coupon.isOnOffer ? words.yes : words.no) },
          {
            name: words.act,
            cell: coupon => (
              <Button
                size="sm"
                variant="secondary"
                aria-label={fill(words.editOf, { name: coupon.title[language] })}
                onClick={() => setEdited(coupon)}
              >
                {words.edit}
              </Button>
            ),
          },
        ]}
      />
      {edited && (
        <RowDialog
          title={isNew ? words.addCoupon : fill(words.editOf, { name: edited.title[language] })}
          fields={fields}
          initial={toDraft(edited)}
          toSheet={draft => ({ coupons: [toCoupon(draft, edited)] })}
          seen={answer.seen}
          onClose={() => setEdited(undefined)}
          onStale={again}
        />
      )}
    </>
  );
}
