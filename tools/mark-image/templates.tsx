// Watermark templates: save under a name, apply, rename and delete.
import { fill, type Language } from 'contract/words.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { lackOf, nameMark } from 'ui/mark-options/draft-mark.ts';
import { Callout } from 'ui/panels/callout.tsx';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import { makeId } from 'ui/random-id.ts';
import { chooseMark } from './chosen-mark.ts';
import type { MarkDraft } from './draft.ts';
import { dropTemplate, keepTemplate, listTemplates, type Template } from './kept-templates.tsx';
import { words } from './words.ts';

interface TemplatesProps {
  draft: MarkDraft;
  change: (patch: Partial<MarkDraft>) => void;
  language: Language;
}

const longestName = 40;

export function Templates({ draft, change, language }: TemplatesProps) {
  const t = words[language];
  const [templates, setTemplates] = useState<readonly Template[]>([]);
  const [hasFailed, setHasFailed] = useState(false);
  const [renamedId, rename] = useState<string | undefined>(undefined);

  /** Changes the store and then shows its contents. */
  function update(work: Promise<unknown>) {
    work
      .then(listTemplates)
      .then(setTemplates)
      .catch(() => setHasFailed(true));
  }
  useEffect(() => {
    // A browser without storage has no templates; the user is told when saving one.
    listTemplates().then(setTemplates, () => undefined);
  }, []);

  const canSave = draft.marks.every(mark => lackOf(mark) === undefined);
  function save() {
    const named = draft.marks.map(nameMark).join(' + ');
    const name = [...named].slice(0, longestName).join('');
    update(keepTemplate({ id: makeId(), name, savedAt: Date.now(), marks: draft.marks }));
  }
  function apply({ marks }: Template) {
    change({ marks });
    const top = marks.at(-1);
    if (top) chooseMark(top.id);
  }

  return (
    <Disclosure title={t.templates} aside={templates.length > 0 ? templates.length : t.none}>
      {templates.length > 0 && (
        <ul className="grid gap-1">
          {templates.map(template =>
            template.id === renamedId ? (
              <li key={template.id}>
                <NameField
                  label={t.templateName}
                  name={template.name}
                  onDone={name => {
                    rename(undefined);
                    if (name.trim()) update(keepTemplate({ ...template, name: name.trim() }));
                  }}
                />
              </li>
            ) : (
              <li key={template.id} className="flex min-w-0 items-center rounded-xl border border-line">
                <button
                  type="button"
                  title={t.applyTemplate}
                  onClick={() => apply(template)}
                  className="min-h-10 min-w-0 flex-1 truncate rounded-xl px-3 text-start text-sm hover:bg-sunken"
                >
                  {template.name}
                </button>
                <IconButton
                  size="sm"
                  label={fill(t.renameTemplate, { name: template.name })}
                  icon={<Pencil className="size-4" />}
                  onClick={() => rename(template.id)}
                />
                <IconButton
                  size="sm"
                  label={fill(t.deleteTemplate, { name: template.name })}
                  icon={<Trash2 className="size-4" />}
                  onClick={() => update(dropTemplate(template.id))}
                />
              </li>
            ),
          )}
        </ul>
      )}
      <div className="grid gap-1.5">
        <Button size="sm" variant="secondary" disabled={!canSave} onClick={save}>
          {t.saveTemplate}
        </Button>
        <p className="text-[0.8125rem] text-soft">{t.templatesHint}</p>
      </div>
      {hasFailed && <Callout tone="bad" title={t.templatesFailed} />}
    </Disclosure>
  );
}

interface NameFieldProps {
  label: string;
  name: string;
  onDone: (name: string) => void;
}

function NameField({ label, name, onDone }: NameFieldProps) {
  const [value, setValue] = useState(name);
  return (
    <TextField
      label={label}
      value={value}
      maxLength={longestName}
      ref={element => element?.focus()}
      onChange={setValue}
      onBlur={() => onDone(value)}
      onKeyDown={event => {
        if (event.key === 'Enter') onDone(value);
        if (event.key === 'Escape') onDone('');
      }}
    />
  );
}
