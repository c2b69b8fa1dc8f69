// Saves a picture as the avatar: uploads it like any other file, then stores its path in the account.
import { updateInfo } from 'contract/routes/accounts.ts';
import { call } from '../api.ts';
import { client } from '../client.ts';
import { setUser } from '../session.ts';

/** Throws a `CallError` of the server or a `SendError` of the file storage. */
export async function saveAvatar(picture: Blob, signal: AbortSignal): Promise<void> {
  const { path } = await client.upload(picture, { name: 'avatar.jpg', signal });
  setUser(await call(updateInfo, { body: { avatar: path }, signal, handleErrors: true }));
}

export async function removeAvatar(): Promise<void> {
  setUser(await call(updateInfo, { body: { avatar: null } }));
}
