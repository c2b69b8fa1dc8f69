// The workflow page: an ordered list of tools on the left, the files and the run on the right. Nothing runs before the button is pressed.
import { Workflow } from 'lucide-react';
import { useEffect } from 'react';
import { usePaste } from 'ui/files/use-paste.ts';
import { useLanguage, useWords } from 'ui/language.tsx';
import { currentLanguage } from '../language-store.ts';
import { showToast } from '../notices.ts';
import type { PageProps } from '../route.ts';
import { useAsked } from '../router/use-asked.ts';
import { FileList } from './file-list.tsx';
import { addFiles, addLink } from './files.ts';
import { openSteps, phaseOf, useFlow } from './flow.ts';
import { followRun } from './run.ts';
import { RunCard } from './run-card.tsx';
import { SavedMenu } from './saved-menu.tsx';
import { readFragment } from './share.ts';
import { StepList } from './step-list.tsx';
import { flowWords } from './words.ts';

/** Opens the workflow of a shared link, and runs nothing. */
async function openShared(search: string): Promise<void> {
  const words = flowWords[currentLanguage()];
  const shared = await readFragment(new URLSearchParams(search).get('w') ?? '');
  if (!shared) return showToast(words.badLink, 'error');
  openSteps(shared.name, shared.steps);
  showToast(words.openedShared);
}

export function WorkflowsPage({ route }: PageProps) {
  const words = useWords(flowWords);
  const language = useLanguage();
  const isEditing = useFlow(flow => phaseOf(flow) === 'editing');
  usePaste(
    files => {
      if (isEditing) void addFiles(files);
    },
    link => {
      if (isEditing) addLink(link);
    },
  );
  // The address loses the workflow again, so that a reload keeps later changes.
  useAsked(openShared);
  useEffect(() => void followRun(), []);
  return (
    <div className="page grid gap-5 pt-5 pb-10 sm:pt-6 lg:pb-16">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <span
          aria-hidden
          className="grid size-13 shrink-0 place-items-center rounded-2xl bg-accent-soft text-accent-ink"
        >
          <Workflow className="size-6" />
        </span>
        <div className="flex-1">
          <h1 className="text-2xl leading-tight font-extrabold tracking-tight sm:text-[1.75rem]">
            {route.title[language]}
          </h1>
          <p className="mt-0.5 text-[0.9375rem] text-soft max-sm:hidden">{words.intro}</p>
        </div>
        <SavedMenu />
      </header>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:gap-6">
        <StepList isLocked={!isEditing} />
        <aside aria-label={words.files} className="card grid gap-5 p-5 sm:p-6 lg:sticky lg:top-20">
          <FileList />
          <RunCard />
        </aside>
      </div>
    </div>
  );
}
