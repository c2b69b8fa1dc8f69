// The way to the workflow page from other pages, in a file of its own so that they load nothing else of it.
import { defineWords } from 'contract/words.ts';
import { Workflow } from 'lucide-react';
import { useWords } from 'ui/language.tsx';
import { Link } from '../router/link.tsx';

const linkWords = defineWords({
  zh: { workflows: '工作流', hint: '把几个工具排成一串，批量处理' },
  en: { workflows: 'Workflows', hint: 'Run several tools in a row on many files' },
});

export function WorkflowsLink({ onChoose }: { readonly onChoose?: () => void }) {
  const words = useWords(linkWords);
  return (
    <Link
      to="/workflows"
      {...(onChoose && { onClick: onChoose })}
      className="flex min-h-12 items-center gap-3 rounded-xl px-3 py-1.5 transition hover:bg-sunken"
    >
      <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-ink">
        <Workflow className="size-5" />
      </span>
      <span className="grid">
        <span className="font-medium">{words.workflows}</span>
        <span className="text-[0.8125rem] text-soft">{words.hint}</span>
      </span>
    </Link>
  );
}
