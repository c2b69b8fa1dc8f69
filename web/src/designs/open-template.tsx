// Opens a template from elsewhere: by a link, which the server fetches and validates, or from a file.
import { maxTemplateBytes, readTemplate, type TemplateRefusal } from 'contract/artwork/template-file.ts';
import { FileJson } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { Field, inputClasses } from 'ui/fields/field.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { discardWork } from '../editor/draft.ts';
import { currentLanguage } from '../language-store.ts';
import { leaveOwnTemplate } from './own-template.ts';
import { designWords } from './words.ts';

export function OpenTemplate({ onClose }: { onClose: () => void }) {
  const t = useWords(designWords);
  const navigate = useNavigate();
  const filesRef = useRef<HTMLInputElement>(null);
  const [link, setLink] = useState('');
  const [refusal, setRefusal] = useState<TemplateRefusal>();

  async function openFile(file: File) {
    if (/\.svg$/i.test(file.name)) {
      leaveOwnTemplate({ svg: file });
      await discardWork('design-own');
      navigate('/editor/design/own');
      return;
    }
    const template = file.size <= maxTemplateBytes ? readText(await file.text()) : 'DESIGN_BAD';
    setRefusal(typeof template === 'string' ? template : undefined);
    if (typeof template === 'string') return;
    leaveOwnTemplate({ title: template.title || file.name.replace(/\.[^.]*$/, ''), json: template.artwork });
    // An earlier file, still open or stored as a draft, would otherwise be shown instead.
    await discardWork('design-own');
    navigate('/editor/design/own');
  }

  return (
    <Dialog isOpen onClose={onClose} title={t.openTitle} closeLabel={t.close}>
      <div className="grid gap-5">
        <p className="text-[0.9375rem] text-soft">{t.openText}</p>
        <form
          className="grid gap-3"
          onSubmit={event => {
            event.preventDefault();
            navigate(`/editor/design/own?url=${encodeURIComponent(link.trim())}`);
          }}
        >
          <Field label={t.link}>
            {wiring => (
              <input
                {...wiring}
                type="url"
                inputMode="url"
                required
                placeholder="https://"
                value={link}
                onChange={event => setLink(event.target.value)}
                className={inputClasses}
              />
            )}
          </Field>
          <Button type="submit" disabled={!/^https?:\/\/./.test(link.trim())}>
            {t.linkButton}
          </Button>
        </form>
        <Button
          variant="secondary"
          icon={<FileJson aria-hidden className="size-4.5" />}
          onClick={() => filesRef.current?.click()}
        >
          {t.file}
        </Button>
        <input
          ref={filesRef}
          type="file"
          hidden
          aria-label={t.file}
          accept="application/json,.json,image/svg+xml,.svg"
          onChange={event => {
            const [file] = event.target.files ?? [];
            if (file) void openFile(file);
            event.target.value = '';
          }}
        />
        {refusal && (
          <p role="alert" className="text-sm text-bad">
            {refusal === 'DESIGN_BAD' ? t.bad : t.tooComplex}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function readText(text: string) {
  try {
    return readTemplate(JSON.parse(text), currentLanguage());
  } catch (error) {
    if (error instanceof SyntaxError) return 'DESIGN_BAD';
    throw error;
  }
}
