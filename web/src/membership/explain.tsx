// The benefits of a membership: a comparison with free trials, the price list of uses, and common questions.

import { dictionaryMap } from 'contract/routes/content.ts';
import { fill } from 'contract/words.ts';
import { Check, Minus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useWords } from 'ui/language.tsx';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { Link } from '../router/link.tsx';
import { explainWords } from './explain-words.ts';
import { membershipWords } from './words.ts';

/** Returns the trial limits set by the operator, or undefined until they are known. */
function useTrialLimits() {
  const [limits, setLimits] = useState<Readonly<Record<string, number>>>();
  useEffect(() => {
    const stop = new AbortController();
    const query = { dictName: 'trialSetting,video_to_text' };
    call(dictionaryMap, { query, handleErrors: true, signal: stop.signal }).then(
      found => {
        const entries = Object.values(found).flat();
        setLimits(Object.fromEntries(entries.map(({ label, value }) => [label, Number(value)])));
      },
      error => {
        if (!stop.signal.aborted && !(error instanceof CallError)) throw error;
      },
    );
    return () => stop.abort();
  }, []);
  return limits;
}

function Has({ label, isIn }: { label: string; isIn: boolean }) {
  const Icon = isIn ? Check : Minus;
  return (
    <>
      <Icon aria-hidden className={`size-5 ${isIn ? 'text-good' : 'text-soft'}`} />
      <span className="sr-only">{label}</span>
    </>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mx-auto grid w-full max-w-4xl gap-4">
      <h2 className="text-center text-2xl font-extrabold tracking-tight">{title}</h2>
      {children}
    </section>
  );
}

export function CompareTable() {
  const t = useWords(membershipWords);
  const limits = useTrialLimits();
  const yes = <Has isIn label={t.yes} />;
  const rows: readonly (readonly [string, ReactNode, ReactNode])[] = [
    [t.freeTools, t.freeToolsText, t.freeToolsText],
    [t.preview, yes, yes],
    [t.result, <Has key="no" isIn={false} label={t.no} />, yes],
    ...(limits
      ? ([
          [
            t.perDay,
            fill(t.perDayFree, {
              single: limits.maxFreePreview ?? '',
              batches: limits.batchCount ?? '',
              files: limits.batchFileCount ?? '',
            }),
            t.perDayMember,
          ],
          [
            t.speech,
            fill(t.upTo, { minutes: Math.round((limits.trialMaxDuration ?? 0) / 60) }),
            fill(t.upToHours, { hours: Math.round((limits.limitMaxDuration ?? 0) / 360) / 10 }),
          ],
        ] as const)
      : []),
  ];
  return (
    <Block title={t.compareTitle}>
      <div className="card overflow-hidden">
        <table className="w-full table-fixed border-collapse text-[0.9375rem] max-sm:text-sm">
          <thead className="bg-sunken text-start">
            <tr>
              <th scope="col" className="w-2/5 px-4 py-3 text-start font-semibold sm:px-6">
                {t.feature}
              </th>
              <th scope="col" className="px-3 py-3 text-start font-semibold">
                {t.free}
              </th>
              <th scope="col" className="px-3 py-3 text-start font-semibold text-accent-ink">
                {t.member}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, free, member]) => (
              <tr key={name} className="border-t border-line align-top">
                <th scope="row" className="px-4 py-3.5 text-start font-medium sm:px-6">
                  {name}
                </th>
                <td className="px-3 py-3.5 text-soft">{free}</td>
                <td className="px-3 py-3.5">{member}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Block>
  );
}

const costs = ['pictures', 'enlarging', 'clips', 'speech', 'rest'] as const;

export function CostTable() {
  const t = useWords(membershipWords);
  const w = useWords(explainWords);
  return (
    <Block title={t.costTitle}>
      <dl className="card divide-y divide-line px-4 sm:px-6">
        {costs.map(name => (
          <div key={name} className="grid gap-x-6 gap-y-1 py-3.5 text-[0.9375rem] sm:grid-cols-[minmax(0,1fr)_auto]">
            <dt>{w[name]}</dt>
            <dd className="font-semibold sm:max-w-64 sm:text-end">{w[`${name}Cost`]}</dd>
          </div>
        ))}
      </dl>
      <p className="text-center text-sm text-soft">{t.costNote}</p>
    </Block>
  );
}

const questions = ['usesEnd', 'coinsEnd', 'failing', 'refunds'] as const;

export function Questions() {
  const t = useWords(membershipWords);
  const w = useWords(explainWords);
  return (
    <Block title={t.questions}>
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {questions.map(name => (
          <div key={name} className="grid content-start gap-1.5">
            <h3 className="font-semibold">{w[name]}</h3>
            <p className="text-[0.9375rem] leading-relaxed text-soft">{w[`${name}Text`]}</p>
          </div>
        ))}
      </div>
      <p className="flex justify-center gap-5 text-sm">
        <Link to="/privilege" className="py-1 text-accent-ink underline">
          {t.privilege}
        </Link>
        <Link to="/refund" className="py-1 text-accent-ink underline">
          {t.refund}
        </Link>
      </p>
    </Block>
  );
}
