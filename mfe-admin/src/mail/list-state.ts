import type { MailListQuery } from '@cytocomm/contract';
import { useSearchParams } from '@cytocomm/kit';

/** Which mails are shown, as the address holds it: those in trouble unless it says otherwise. */
export type MailChoice = 'all' | NonNullable<MailListQuery['status']>;

const FIELD = 'status';
const DEFAULT: MailChoice = 'troubled';

/** What can be chosen, in the order of the list, with the words for people. */
export const MAIL_CHOICES: readonly { readonly value: MailChoice; readonly label: string }[] = [
  { value: 'troubled', label: 'In trouble' },
  { value: 'all', label: 'All mails' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'sent', label: 'Sent' },
  { value: 'failed', label: 'Failed' },
];

/** Returns which mails are shown, and what chooses others: in the address, so that a view can be shared. */
export function useMailChoice() {
  const [fields, setFields] = useSearchParams();
  const choiceOf = (text: string | null) => MAIL_CHOICES.find(({ value }) => value === text)?.value ?? DEFAULT;
  const choose = (text: string) =>
    setFields(
      (before) => {
        const written = new URLSearchParams(before);
        const chosen = choiceOf(text);
        if (chosen === DEFAULT) written.delete(FIELD);
        else written.set(FIELD, chosen);
        return written;
      },
      { replace: true, preventScrollReset: true },
    );
  return [choiceOf(fields.get(FIELD)), choose] as const;
}
