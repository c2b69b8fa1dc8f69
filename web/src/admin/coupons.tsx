// Coupons: the current ones with the number claimed, and a dialog for editing one. Claimed coupons keep their terms.
import { getSheet, type SheetCoupon } from 'contract/routes/operators.ts';
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { dayIn } from '../person/format-day.ts';
import { couponWords } from './coupon-words.ts';
import { useFormat } from './format.ts';
import { Awaited } from './frame.tsx';
import { useAnswer, useOperator } from './operator.ts';
import { readAmount, writeAmount } from './read-amount.ts';
import { type Draft, RowDialog, type RowField } from './row-dialog.tsx';
import { Table } from './table.tsx';
import { adminWords } from './words.ts';
import { endOfDay, startOfDay } from './zone-day.ts';

const dayMs = 86_400_000;

const makeBlank = (timeZone: string): SheetCoupon => ({
  name: '',
  title: { zh: '', en: '' },
  amountOff: 500,
  percentOff: null,
  currency: 'CNY',
  minimum: 0,
  planKind: null,
  startsAt: new Date(startOfDay(timeZone, dayIn(timeZone, Date.now()))).toISOString(),
  endsAt: new Date(endOfDay(timeZone, dayIn(timeZone, Date.now() + 30 * dayMs))).toISOString(),
  pieces: 100,
  isOnOffer: true,
  position: 10,
});

/** Reads a day; an unchanged field keeps its original time, which files may set to the second. */
function readDay(typed: string, before: string, timeZone: string, momentOf: typeof startOfDay): string {
  if (typed === dayIn(timeZone, Date.parse(before))) return before;
  const at = momentOf(timeZone, typed);
  return Number.isNaN(at) ? typed : new Date(at).toISOString();
}

const toDraft = (coupon: SheetCoupon, timeZone: string): Draft => ({
  name: coupon.name,
  zh: coupon.title.zh,
  en: coupon.title.en,
  amountOff: coupon.amountOff === null || coupon.amountOff === undefined ? '' : writeAmount(coupon.amountOff),
  percentOff: String(coupon.percentOff ?? ''),
  currency: coupon.currency ?? '',
  minimum: writeAmount(coupon.minimum ?? 0),
  planKind: coupon.planKind ?? '',
  startsAt: dayIn(timeZone, Date.parse(coupon.startsAt)),
  endsAt: dayIn(timeZone, Date.parse(coupon.endsAt)),
  pieces: String(coupon.pieces),
  position: String(coupon.position ?? 0),
  isOnOffer: coupon.isOnOffer ? 'yes' : '',
});

/** Invalid text becomes NaN, which the server rejects with an error at that field. */
const amountIn = (text: string | undefined) => (text?.trim() ? (readAmount(text) ?? Number.NaN) : null);

const toCoupon = (draft: Draft, before: SheetCoupon, timeZone: string): SheetCoupon => ({
  name: draft.name?.trim() ?? '',
  title: { zh: draft.zh ?? '', en: draft.en ?? '' },
  amountOff: amountIn(draft.amountOff),
  percentOff: draft.percentOff?.trim() ? Number(draft.percentOff) : null,
  currency: (draft.currency || null) as SheetCoupon['currency'],
  minimum: amountIn(draft.minimum) ?? 0,
  planKind: (draft.planKind || null) as SheetCoupon['planKind'],
  startsAt: readDay(draft.startsAt ?? '', before.startsAt, timeZone, startOfDay),
  endsAt: readDay(draft.endsAt ?? '', before.endsAt, timeZone, endOfDay),
  pieces: Number(draft.pieces),
  position: Number(draft.position || '0'),
  isOnOffer: draft.isOnOffer === 'yes',
});

export function Coupons() {
  const words = useWords(adminWords);
  const t = useWords(couponWords);
  const language = useLanguage();
  const format = useFormat();
  const timeZone = useOperator(state => state.timeZone);
  const { answer, failure, again } = useAnswer(getSheet);
  const [edited, setEdited] = useState<SheetCoupon>();
  if (!answer) return <Awaited failure={failure} onAgain={again} />;
  const isNew = edited?.name === '';
  const offOf = ({ amountOff, percentOff, currency }: SheetCoupon) =>
    percentOff ? `−${percentOff}%` : `−${format.money(amountOff ?? 0, currency ?? 'CNY')}`;
  const anything = { value: '', label: t.anything };
  const fields: RowField[] = [
    { name: 'name', label: t.couponName, kind: 'text', hint: t.couponNameHint, isFixed: !isNew },
    { name: 'zh', label: words.nameZh, kind: 'text' },
    { name: 'en', label: words.nameEn, kind: 'text' },
    { name: 'amountOff', label: t.amountOff, kind: 'amount' },
    { name: 'percentOff', label: t.percentOff, kind: 'count' },
    {
      name: 'currency',
      label: words.currency,
      kind: [{ value: 'CNY', label: words.cny }, { value: 'USD', label: words.usd }, anything],
    },
    { name: 'minimum', label: t.minimum, kind: 'amount' },
    {
      name: 'planKind',
      label: t.forWhat,
      kind: [anything, { value: 'member', label: words.kindMember }, { value: 'coins', label: words.kindCoins }],
    },
    { name: 'pieces', label: t.pieces, kind: 'count' },
    { name: 'startsAt', label: t.firstDay, kind: 'day' },
    { name: 'endsAt', label: t.lastDay, kind: 'day', hint: fill(t.wholeDay, { zone: timeZone }) },
    { name: 'position', label: words.position, kind: 'count' },
    { name: 'isOnOffer', label: t.isOnOffer, kind: 'switch' },
  ];
  return (
    <>
      {failure !== undefined && <Awaited failure={failure} onAgain={again} />}
      <Button className="justify-self-start" onClick={() => setEdited(makeBlank(timeZone))}>
        {t.addCoupon}
      </Button>
      <Table
        title={words.coupons}
        isTitleHidden
        rows={answer.sheet.coupons ?? []}
        keyOf={coupon => coupon.name}
        columns={[
          { name: t.couponName, cell: coupon => coupon.name },
          { name: words.coupons, cell: coupon => coupon.title[language] },
          { name: t.amountOff, isNumber: true, cell: offOf },
          {
            name: t.minimum,
            isNumber: true,
            cell: coupon => (coupon.currency ? format.money(coupon.minimum ?? 0, coupon.currency) : '–'),
          },
          { name: t.ends, cell: coupon => format.moment(coupon.endsAt) },
          {
            name: t.pieces,
            isNumber: true,
            cell: coupon => `${format.number(answer.taken[coupon.name] ?? 0)} / ${format.number(coupon.pieces)}`,
          },
          { name: t.isOnOffer, cell: coupon => (coupon.isOnOffer ? words.yes : words.no) },
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
          title={isNew ? t.addCoupon : fill(words.editOf, { name: edited.title[language] })}
          fields={fields}
          initial={toDraft(edited, timeZone)}
          toSheet={draft => ({ coupons: [toCoupon(draft, edited, timeZone)] })}
          seen={answer.seen}
          onClose={() => setEdited(undefined)}
          onStale={again}
        />
      )}
    </>
  );
}
