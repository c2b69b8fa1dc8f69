// The files of a workflow, each with its upload, its step, and its result.

import { media } from 'contract/media.ts';
import { stages } from 'contract/stages.ts';
import type { Task } from 'contract/task.ts';
import { fill, type Language } from 'contract/words.ts';
import { Download, FolderOpen, Link2, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { DropZone } from 'ui/files/drop-zone.tsx';
import { FileRow } from 'ui/files/file-row.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { formatBytes } from 'ui/measures.ts';
import { etaWords } from '../tasks/eta-words.ts';
import { passOver } from '../tasks/problems.ts';
import { workWords } from '../words/work.ts';
import { acceptedRule, addFiles, addLink, removeFile, uploadAgain } from './files.ts';
import { type FlowFile, phaseOf, useFlow } from './flow.ts';
import { downloadOf } from './run.ts';
import { flowWords } from './words.ts';

/** For the input's accept attribute. */
const acceptOf = () =>
  acceptedRule()
    .accept.flatMap(type => [media[type].contentType, ...media[type].extensions.map(extension => `.${extension}`)])
    .join(',');

export function FileList() {
  const words = useWords(flowWords);
  const files = useFlow(flow => flow.files);
  const isEditing = useFlow(flow => phaseOf(flow) === 'editing');
  return (
    <section aria-label={words.files} className="grid gap-3">
      <h2 className="flex items-baseline justify-between font-bold">
        {words.files}
        {files.length > 0 && <span className="text-sm font-normal text-soft tabular-nums">{files.length}</span>}
      </h2>
      {isEditing && <AddFiles hasFiles={files.length > 0} />}
      {files.length > 0 && (
        <ul className="grid max-h-[min(50dvh,26rem)] gap-2 overflow-y-auto" tabIndex={-1}>
          {files.map(file => (
            <li key={file.id}>
              <Row file={file} isEditing={isEditing} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function AddFiles({ hasFiles }: { hasFiles: boolean }) {
  const words = useWords(flowWords);
  const [link, setLink] = useState<string>();
  const [error, setError] = useState<string>();
  return (
    <>
      <DropZone label={words.noFiles} accept={acceptOf()} takesWholePage onFiles={picked => void addFiles(picked)}>
        {({ pickFiles }) => (
          <div className={`grid justify-items-center gap-3 px-4 text-center ${hasFiles ? 'py-4' : 'py-8'}`}>
            {!hasFiles && <p className="text-soft">{words.noFiles}</p>}
            <div className="flex flex-wrap justify-center gap-2">
              <Button size="sm" variant="secondary" icon={<FolderOpen className="size-4" />} onClick={pickFiles}>
                {hasFiles ? words.addMore : words.chooseFiles}
              </Button>
              <Button
                size="sm"
                variant="quiet"
                icon={<Link2 className="size-4" />}
                aria-expanded={link !== undefined}
                onClick={() => setLink(link === undefined ? '' : undefined)}
              >
                {words.linkAdd}
              </Button>
            </div>
          </div>
        )}
      </DropZone>
      {link !== undefined && (
        <form
          noValidate
          className="grid gap-2"
          onSubmit={event => {
            event.preventDefault();
            const refusal = addLink(link);
            setError(refusal);
            if (refusal === undefined) setLink('');
          }}
        >
          <TextField
            label={words.linkLabel}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://…"
            value={link}
            error={error}
            onChange={value => {
              setLink(value);
              setError(undefined);
            }}
          />
          <Button type="submit" size="sm" variant="secondary" className="justify-self-start">
            {words.linkAdd}
          </Button>
        </form>
      )}
    </>
  );
}

/** What a task is doing, in a few words. */
function describeTask(task: Task, language: Language): string {
  const words = flowWords[language];
  const step = task.step && fill(words.stepOf, { step: task.step.index + 1, of: task.step.of });
  if (task.status === 'failed') {
    const kept = task.step?.index ?? 0;
    return [task.error?.msg, task.result && kept > 0 && fill(words.doneSoFar, { count: kept })]
      .filter(Boolean)
      .join(' · ');
  }
  if (task.status === 'done') return (task.result?.files ?? []).map(file => formatBytes(file.size)).join(' · ');
  if (task.isPaused) return fill(workWords[language].pausedAt, { count: task.queuePosition ?? 1 });
  const eta = task.etaSeconds === null ? undefined : etaWords(task.etaSeconds, task.progress, language);
  return [step, stages[task.stage][language], task.status === 'running' && eta].filter(Boolean).join(' · ');
}

function describe({ task, problem, path, facts }: FlowFile, language: Language): string {
  const words = flowWords[language];
  if (task) return describeTask(task, language);
  if (problem !== undefined) return problem;
  const size = facts.bytes === undefined ? undefined : formatBytes(facts.bytes);
  return [size, path === undefined ? words.uploading : words.ready].filter(Boolean).join(' · ');
}

const thumbnailOf = ({ task }: FlowFile): string | null => task?.result?.files[0]?.previewUrl || null;

function Row({ file, isEditing }: { file: FlowFile; isEditing: boolean }) {
  const words = useWords(flowWords);
  const language = useLanguage();
  const { task, problem, sent, path, facts } = file;
  const isOpen = task?.status === 'queued' || task?.status === 'running';
  const kind = facts.type && media[facts.type].kind;
  const hasFailed = problem !== undefined || task?.status === 'failed';
  return (
    <FileRow
      name={facts.name}
      thumbnail={thumbnailOf(file)}
      standIn={kind === 'video' || kind === 'sound' ? kind : 'document'}
      tone={hasFailed ? 'bad' : task?.status === 'done' ? 'good' : 'plain'}
      details={<span data-state={task?.status ?? 'none'}>{describe(file, language)}</span>}
      percent={isOpen ? (task?.progress ?? 0) : path === undefined && problem === undefined ? sent * 100 : undefined}
      progressLabel={facts.name}
      actions={
        <>
          {task?.result && (
            <IconButton
              size="sm"
              label={`${task.status === 'done' ? words.download : words.downloadPart} · ${facts.name}`}
              title={task.status === 'done' ? words.download : words.downloadPart}
              icon={<Download className="size-4.5" />}
              onClick={() => void downloadOf(task).catch(passOver)}
            />
          )}
          {problem !== undefined && (
            <IconButton
              size="sm"
              label={`${words.retryUpload} · ${facts.name}`}
              icon={<RotateCcw className="size-4.5" />}
              onClick={() => uploadAgain(file.id)}
            />
          )}
          {isEditing && (
            <IconButton
              size="sm"
              label={`${words.removeFile} · ${facts.name}`}
              icon={<X className="size-4.5" />}
              onClick={() => removeFile(file.id)}
            />
          )}
        </>
      }
    />
  );
}
