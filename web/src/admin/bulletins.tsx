// Notices to all users: current and past ones, publishing and withdrawing.
import { listBulletins, type OperatorBulletin, publishBulletin, withdrawBulletin } from 'contract/routes/operators.ts';
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { NumberField } from 'ui/fields/number-field.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { useFormat } from './format.ts';
import { ActDialog, Awaited } from './frame.tsx';
import { callAsOperator, useAnswer } from './operator.ts';
import { Table } from './table.tsx';
import { adminWords } from './words.ts';

export function Bulletins() {
  const words = useWords(adminWords);
  const language = useLanguage();
  const format = useFormat();
  const { answer, failure, again } = useAnswer(listBulletins);
  const [isWriting, setIsWriting] = useState(false);
  const [withdrawn, setWithdrawn] = useState<OperatorBulletin>();
  if (!answer) return <Awaited failure={failure} onAgain={again} />;
  const stateOf = (bulletin: OperatorBulletin) =>
    bulletin.isShown ? words.shown : bulletin.withdrawnAt ? words.withdrawn : words.over;
  return (
    <>
      {failure !== undefined && <Awaited failure={failure} onAgain={again} />}
      <Button className="justify-self-start" onClick={() => setIsWriting(true)}>
        {words.publish}
      </Button>
      <Table
        title={words.bulletins}
        isTitleHidden
        rows={answer.list}
        keyOf={bulletin => bulletin.id}
        columns={[
          {
            name: words.what,
            cell: bulletin => (
              <>
                <span className="block font-semibold">{bulletin.title[language]}</span>
                <span className="text-soft">{bulletin.text[language]}</span>
              </>
            ),
          },
          { name: words.starts, cell: bulletin => format.moment(bulletin.startsAt) },
          { name: words.until, cell: bulletin => format.moment(bulletin.endsAt) },
          { name: words.state, cell: stateOf },
          {
            name: words.act,
            cell: bulletin =>
              bulletin.isShown && (
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={fill(words.withdrawOf, { name: bulletin.title[language] })}
                  onClick={() => setWithdrawn(bulletin)}
                >
                  {words.withdraw}
                </Button>
              ),
          },
        ]}
      />
      {isWriting && <Writing seen={answer.seen} onClose={() => setIsWriting(false)} onStale={again} />}
      {withdrawn && (
        <ActDialog
          title={fill(words.withdrawOf, { name: withdrawn.title[language] })}
          submit={words.withdraw}
          isDanger
          onSubmit={({ reason, headers }) =>
            callAsOperator(withdrawBulletin, { body: { id: withdrawn.id, reason, seen: answer.seen }, headers })
          }
          onClose={() => setWithdrawn(undefined)}
          onStale={again}
        />
      )}
    </>
  );
}

const fields = [
  { name: 'titleZh', max: 60 },
  { name: 'titleEn', max: 60 },
  { name: 'textZh', max: 500 },
  { name: 'textEn', max: 500 },
] as const;

function Writing({ seen, onClose, onStale }: { seen: number; onClose: () => void; onStale: () => void }) {
  const words = useWords(adminWords);
  const [tone, setTone] = useState<'info' | 'warn'>('info');
  const [hours, setHours] = useState<number>();
  const [texts, setTexts] = useState({ titleZh: '', titleEn: '', textZh: '', textEn: '' });
  return (
    <ActDialog
      title={words.publish}
      submit={words.publish}
      onSubmit={({ reason, headers }) =>
        callAsOperator(publishBulletin, {
          body: {
            tone,
            title: { zh: texts.titleZh, en: texts.titleEn },
            text: { zh: texts.textZh, en: texts.textEn },
            ...(hours && { hours }),
            reason,
            seen,
          },
          headers,
        })
      }
      onClose={onClose}
      onStale={onStale}
    >
      {fields.map(({ name, max }) => (
        <TextField
          key={name}
          label={words[name]}
          name={name}
          maxLength={max}
          value={texts[name]}
          onChange={text => setTexts(others => ({ ...others, [name]: text }))}
        />
      ))}
      <Segmented
        label={words.tone}
        value={tone}
        segments={[
          { value: 'info', label: words.toneInfo },
          { value: 'warn', label: words.toneWarn },
        ]}
        onChange={setTone}
      />
      <NumberField label={words.hours} hint={words.hoursHint} min={1} max={8784} value={hours} onChange={setHours} />
    </ActDialog>
  );
}
