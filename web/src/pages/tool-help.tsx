// A tool's instructions and common questions, loaded when the dialog opens.
import type { Help } from 'contract/help.ts';
import { use } from 'react';
import { useLanguage, useWords } from 'ui/language.tsx';
import { Link } from '../router/link.tsx';
import { workWords } from '../words/work.ts';
import { toolHelpWords } from './tool-help-words.ts';

const helps = import.meta.glob<Help>('../../../tools/*/help.ts', { import: 'help' });
const loading = new Map<string, Promise<Help>>();

function loadHelp(name: string): Promise<Help> {
  const load = helps[`../../../tools/${name}/help.ts`];
  if (!load) throw new Error(`tools/${name} has no help.ts`);
  const known = loading.get(name) ?? load();
  loading.set(name, known);
  return known;
}

export function ToolHelp({ name }: { name: string }) {
  const t = useWords(workWords);
  const own = useWords(toolHelpWords);
  const { steps, questions } = use(loadHelp(name))[useLanguage()];
  return (
    <div className="grid gap-6 text-[0.9375rem] leading-relaxed">
      <section className="grid gap-2">
        <h3 className="font-bold">{t.howToSteps}</h3>
        <ol className="grid list-decimal gap-1.5 ps-5 marker:font-semibold marker:text-accent-ink">
          {steps.map(step => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section className="grid gap-2">
        <h3 className="font-bold">{t.howToQuestions}</h3>
        <dl className="grid gap-3">
          {questions.map(({ question, answer }) => (
            <div key={question}>
              <dt className="font-semibold">{question}</dt>
              <dd className="text-soft">{answer}</dd>
            </div>
          ))}
        </dl>
      </section>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <Link to={`/help/${name}`} className="font-medium text-accent-ink underline">
          {own.wholeGuide}
        </Link>
        <Link to="/chat" className="font-medium text-accent-ink underline">
          {own.askAssistant}
        </Link>
      </p>
    </div>
  );
}
