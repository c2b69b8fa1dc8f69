// Saves a picture as the avatar: uploads it like any other file, then stores its path in the account.
import { updateInfo } from 'contract/routes/accounts.ts';
import { call } from '../api.ts';
import { setUser } from '../session.ts';
import { uploadCalls } from '../work/transfer/calls.ts';
import { uploadFile } from '../work/transfer/upload.ts';

const forget = () => undefined;

/** Throws a `CallError` of the server or a `SendError` of the file storage. */
export async function saveAvatar(picture: Blob, signal: AbortSignal): Promise<void> {
  const job = { file: picture, name: 'avatar.jpg', contentType: picture.type, keep: forget, onSent: forget, signal };
  const { path } = await uploadFile(job, uploadCalls);
  setUser(await call(updateInfo, { body: { avatar: path }, signal, handleErrors: true }));
}

export async function removeAvatar(): Promise<void> {
  setUser(await call(updateInfo, { body: { avatar: null } }));
}
