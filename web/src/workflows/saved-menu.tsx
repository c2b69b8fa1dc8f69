// Saving a workflow by name, opening saved ones, and sharing one as a link.

import { longestPipelineName } from 'contract/routes/pipelines.ts';
import { fill } from 'contract/words.ts';
import { Bookmark, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { CopyButton } from 'ui/copy-button.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { Menu } from 'ui/panels/menu.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { CallError } from '../failures/call-error.ts';
import { showToast } from '../notices.ts';
import { useSession } from '../session.ts';
import { getFlow, openSteps, patchFlow, phaseOf, useFlow } from './flow.ts';
import { deleteSaved, listSaved, openSaved, type SavedFlow, saveFlow } from './saved.ts';
import { writeFragment } from './share.ts';
import { flowWords } from './words.ts';

export function SavedMenu() {
  const words = useWords(flowWords);
  const hasSteps = useFlow(flow => flow.steps.length > 0);
  const [dialog, setDialog] = useState<'save' | 'share'>();
  return (
    <div className="flex items-center gap-2">
      <Button
        size="sm"
        variant="quiet"
        icon={<Share2 className="size-4" />}
        disabled={!hasSteps}
        onClick={() => setDialog('share')}
      >
        {words.share}
      </Button>
      <Button size="sm" variant="secondary" disabled={!hasSteps} onClick={() => setDialog('save')}>
        {words.save}
      </Button>
      <OpenMenu />
      {dialog === 'save' && <SaveDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'share' && <ShareDialog onClose={() => setDialog(undefined)} />}
    </div>
  );
}

function SaveDialog({ onClose }: { onClose: () => void }) {
  const words = useWords(flowWords);
  const isVisitor = useSession(state => state.token === null);
  const [name, setName] = useState(getFlow().name);
  const [isBusy, setIsBusy] = useState(false);
  async function save(): Promise<void> {
    const clean = name.trim();
    if (clean === '') return;
    setIsBusy(true);
    try {
      await saveFlow(getFlow(), clean);
      patchFlow({ name: clean });
      showToast(fill(words.savedNow, { name: clean }), 'success');
      onClose();
    } catch (error) {
      // The call has already shown it.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Dialog isOpen onClose={onClose} title={words.saveTitle} closeLabel={words.close}>
      <form
        className="grid gap-4"
        onSubmit={event => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={words.name}
          hint={words.nameHint}
          value={name}
          maxLength={longestPipelineName}
          autoComplete="off"
          onChange={setName}
        />
        {isVisitor && <p className="text-sm text-soft">{words.savedHere}</p>}
        <Button type="submit" isBusy={isBusy} disabled={name.trim() === ''}>
          {words.save}
        </Button>
      </form>
    </Dialog>
  );
}

function ShareDialog({ onClose }: { onClose: () => void }) {
  const words = useWords(flowWords);
  const fragment = writeFragment(getFlow());
  const link = `${location.origin}${location.pathname}#/workflows?w=${fragment}`;
  return (
    <Dialog isOpen onClose={onClose} title={words.share} closeLabel={words.close}>
      {fragment === undefined ? (
        <p role="alert" className="text-bad">
          {words.tooLong}
        </p>
      ) : (
        <div className="grid gap-3">
          <TextField
            label={words.copyLink}
            value={link}
            readOnly
            onChange={() => undefined}
            onFocus={event => event.target.select()}
          />
          <CopyButton
            readText={() => link}
            words={{ copy: words.copyShort, copied: words.linkCopied, copyFailed: words.copyFailed }}
          />
        </div>
      )}
    </Dialog>
  );
}

function OpenMenu() {
  const words = useWords(flowWords);
  const isFree = useFlow(flow => phaseOf(flow) === 'editing');
  const [list, setList] = useState<readonly SavedFlow[]>();
  const load = () =>
    void listSaved().then(setList, error => {
      setList([]);
      if (!(error instanceof CallError)) throw error;
    });
  async function open(saved: SavedFlow): Promise<void> {
    const read = await openSaved(saved);
    if (!read) return showToast(words.badLink, 'error');
    openSteps(read.name, read.steps);
    showToast(fill(words.opened, { name: read.name }), 'success');
  }
  return (
    <Menu
      label={words.saved}
      align="end"
      button={wiring => (
        <Button
          {...wiring}
          size="sm"
          variant="secondary"
          icon={<Bookmark className="size-4" />}
          disabled={!isFree}
          onClick={() => {
            load();
            wiring.onClick();
          }}
        >
          {words.saved}
        </Button>
      )}
    >
      {close =>
        list === undefined ? (
          <Spinner className="mx-auto size-5" />
        ) : list.length === 0 ? (
          <p className="p-3 text-sm text-soft">{words.noSaved}</p>
        ) : (
          <ul className="grid">
            {list.map(saved => (
              <li key={saved.id} className="flex items-center">
                <button
                  type="button"
                  className="min-h-11 min-w-0 flex-1 truncate rounded-xl px-3 text-start font-medium transition hover:bg-sunken"
                  onClick={() => {
                    close();
                    void open(saved);
                  }}
                >
                  {saved.name}
                </button>
                <IconButton
                  size="sm"
                  label={`${words.remove}: ${saved.name}`}
                  icon={<Trash2 className="size-4" />}
                  onClick={() => void deleteSaved(saved.id).then(load)}
                />
              </li>
            ))}
          </ul>
        )
      }
    </Menu>
  );
}
