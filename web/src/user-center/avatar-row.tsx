// The user's avatar and the actions to change it.
import type { User } from 'contract/routes/accounts.ts';
import { Camera } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { usePickFiles } from 'ui/files/use-pick-files.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { CallError } from '../failures/call-error.ts';
import { showToast } from '../notices.ts';
import { Avatar } from '../person/avatar.tsx';
import { PersonFacts, usePlanName } from '../person/person-facts.tsx';
import { avatarWords } from './avatar-words.ts';
import { openPicture, pickedTypes } from './open-picture.ts';
import { removeAvatar } from './save-avatar.ts';

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }));

export function AvatarRow({ user }: { user: User }) {
  const words = useWords(avatarWords);
  const language = useLanguage();
  const plan = usePlanName(user);
  const [image, setImage] = useState<HTMLImageElement>();
  const [isRemoving, setIsRemoving] = useState(false);
  const { input, pick } = usePickFiles(files => void open(files[0]!), pickedTypes);

  async function open(file: File): Promise<void> {
    const opened = await openPicture(file, language);
    if (typeof opened === 'string') showToast(opened, 'error');
    else setImage(opened);
  }

  function close(): void {
    if (image) URL.revokeObjectURL(image.src);
    setImage(undefined);
  }

  async function remove(): Promise<void> {
    setIsRemoving(true);
    try {
      await removeAvatar();
      showToast(words.removed, 'success');
    } catch (error) {
      // The call helper has already shown the error.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setIsRemoving(false);
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <Avatar src={user.avatar} name={user.nickName} className="size-20 text-4xl" />
      <div className="grid min-w-44 flex-1 gap-2">
        <div>
          <p className="truncate text-xl font-bold">{user.nickName}</p>
          <p className="text-sm text-soft">{plan}</p>
        </div>
        <PersonFacts user={user} />
      </div>
      <div className="grid gap-1.5">
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={pick} icon={<Camera aria-hidden className="size-4" />}>
            {user.avatar ? words.change : words.add}
          </Button>
          {user.avatar && (
            <Button size="sm" variant="quiet" isBusy={isRemoving} onClick={() => void remove()}>
              {words.remove}
            </Button>
          )}
        </div>
        <p className="text-[0.8125rem] text-soft">{words.hint}</p>
      </div>
      {input}
      {image && (
        <Suspense fallback={null}>
          <CropDialog image={image} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
