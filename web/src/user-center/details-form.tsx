// The form for nickname, username and gender.
import { judgeNickname, judgeUsername } from 'contract/account-rules.ts';
import { type User, updateInfo } from 'contract/routes/accounts.ts';
import { Button } from 'ui/button.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { useWords } from 'ui/language.tsx';
import { FormFailure } from '../account-forms/form-failure.tsx';
import { useForm } from '../account-forms/use-form.ts';
import { call } from '../api.ts';
import { showToast } from '../notices.ts';
import { setUser } from '../session.ts';
import { detailsWords } from './details-words.ts';

/** The form's values for gender; `none` means unspecified. */
const genderValues = { none: null, '1': 1, '0': 0 } as const;
type GenderName = keyof typeof genderValues;

export function DetailsForm({ user }: { user: User }) {
  const words = useWords(detailsWords);
  const form = useForm({
    initial: {
      nickName: user.nickName,
      username: user.username ?? '',
      gender: (user.gender === null ? 'none' : String(user.gender)) as GenderName as string,
    },
    rules: {
      nickName: ({ nickName }) => judgeNickname(nickName),
      // A user without a username may leave the field empty.
      username: ({ username }) => (username === '' && !user.username ? undefined : judgeUsername(username)),
    },
    onSubmit: async values => {
      const changes = findChanges(values, user);
      const told = await call(updateInfo, { body: changes, handleErrors: true });
      setUser(told);
      form.change('nickName', told.nickName);
      showToast('nickName' in changes ? words.nicknameChanged : words.saved, 'success');
    },
  });
  const hasChanged = Object.keys(findChanges(form.values, user)).length > 0;
  return (
    <form ref={form.formRef} noValidate onSubmit={event => void form.submit(event)} className="grid gap-5">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label={words.nickname}
          hint={words.nicknameHint}
          autoComplete="nickname"
          maxLength={64}
          {...form.field('nickName')}
        />
        <TextField
          label={words.username}
          hint={words.usernameHint}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={32}
          {...form.field('username')}
        />
        <Segmented
          label={words.gender}
          value={form.values.gender as GenderName}
          segments={[
            { value: '1', label: words.male },
            { value: '0', label: words.female },
            { value: 'none', label: words.unsaid },
          ]}
          onChange={gender => form.change('gender', gender)}
        />
      </div>
      <FormFailure text={form.failure} />
      <div>
        <Button type="submit" isBusy={form.isBusy} disabled={!hasChanged}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

/** Returns only the changed fields, so that changes made on another device in the meantime are not overwritten. */
function findChanges(values: { nickName: string; username: string; gender: string }, user: User) {
  const gender = genderValues[values.gender as GenderName];
  return {
    ...(values.nickName === user.nickName ? {} : { nickName: values.nickName }),
    ...(values.username === (user.username ?? '') ? {} : { username: values.username }),
    ...(gender === user.gender ? {} : { gender }),
  };
}
