// The state of a small form: values, errors by field, one submission at a time, and focus on the first invalid field.
import { type AccountRule, accountSentence } from 'contract/account-errors.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLanguage } from 'ui/language.tsx';
import { CallError } from '../failures/call-error.ts';

type Values = Readonly<Record<string, string | boolean>>;
type Rules<V extends Values> = { readonly [Name in keyof V]?: (values: V) => AccountRule | undefined };
type Sentences<V extends Values> = Partial<Record<keyof V, string>>;

interface FormPlan<V extends Values> {
  readonly initial: V;
  readonly rules: Rules<V>;
  /** Throws the server's error; the form shows it. */
  readonly onSubmit: (values: V) => Promise<void>;
}

/** The fields that an error without a path refers to. */
const fieldsOfErrors: Readonly<Record<string, readonly string[]>> = {
  CODE_WRONG: ['code'],
  LINK_BAD: ['url'],
  LINK_REFUSED: ['url'],
  WEBHOOK_NEEDS_HTTPS: ['url'],
  PHONE_TAKEN: ['mobile', 'phone'],
  USERNAME_TAKEN: ['username'],
  OLD_PASSWORD_WRONG: ['oldPassword', 'password'],
};

/** Sorts a server error by field, matching the whole path or its first part; an error without a field goes under `form`. */
export function sortRefusal(refusal: CallError, names: readonly string[]): Record<string, string> {
  const details: unknown = refusal.details;
  const sorted: Record<string, string> = {};
  for (const issue of Array.isArray(details) ? (details as { path?: unknown; error?: unknown }[]) : []) {
    const path = String(issue.path);
    const name = names.includes(path) ? path : path.split('.')[0]!;
    if (names.includes(name)) sorted[name] ??= String(issue.error);
  }
  const named = fieldsOfErrors[refusal.error]?.find(name => names.includes(name));
  if (named && Object.keys(sorted).length === 0) sorted[named] ??= refusal.msg;
  return Object.keys(sorted).length > 0 ? sorted : { form: refusal.msg };
}

export function useForm<V extends Values>({ initial, rules, onSubmit }: FormPlan<V>) {
  const language = useLanguage();
  const [values, setValues] = useState(initial);
  const [judged, setJudged] = useState<ReadonlySet<keyof V>>(new Set());
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [isBusy, setIsBusy] = useState(false);
  /** Counts requests to focus the first invalid field, which must be rendered as invalid first. */
  const [focusWish, setFocusWish] = useState(0);
  const formRef = useRef<HTMLFormElement>(null);
  const names = Object.keys(initial);

  useEffect(() => {
    if (focusWish > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [focusWish]);

  const broken = (name: keyof V): AccountRule | undefined => rules[name]?.(values);
  const errors: Sentences<V> = {};
  for (const name of names as (keyof V & string)[]) {
    const rule = judged.has(name) ? broken(name) : undefined;
    const sentence = rule ? accountSentence(rule, language) : refused[name];
    if (sentence) errors[name] = sentence;
  }

  function change<Name extends keyof V & string>(name: Name, value: V[Name]): void {
    setValues(current => ({ ...current, [name]: value }));
    // A cleared field is only reported on submission, like one that was never filled.
    if (value === '') setJudged(current => new Set([...current].filter(other => other !== name)));
    setRefused(({ [name]: _, form: __, ...rest }) => rest);
  }

  /** Validates the given fields and returns whether all are valid; otherwise focuses the first invalid one. */
  function check(...wanted: readonly (keyof V & string)[]): boolean {
    setJudged(current => new Set([...current, ...wanted]));
    const isGood = wanted.every(name => !broken(name));
    if (!isGood) setFocusWish(wish => wish + 1);
    return isGood;
  }

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    if (isBusy || !check(...(names as (keyof V & string)[]))) return;
    setIsBusy(true);
    setRefused({});
    try {
      await onSubmit(values);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setRefused(sortRefusal(error, names));
      setFocusWish(wish => wish + 1);
    } finally {
      setIsBusy(false);
    }
  }

  /** Returns the props of a text field in the form. Leaving an empty field does not show an error yet. */
  const field = <Name extends keyof V & string>(name: Name) => ({
    value: values[name],
    onChange: (value: V[Name]) => change(name, value),
    onBlur: () => values[name] !== '' && setJudged(current => new Set([...current, name])),
    error: errors[name],
  });

  return { formRef, values, errors, failure: refused.form, isBusy, submit, check, change, field };
}
