import type { Amount } from './backup.ts';
import { LEFT_OUT_SENTENCE } from './left-out.ts';
import type { Restored } from './restore.ts';
import type { Since } from './since.ts';

const amountOf = ({ collections, records, files }: Amount) =>
  `${collections} collections, ${records} records, ${files} files`;

/** What people are told of a backup. */
export function backedUp(file: string, amount: Amount): string {
  return `${file}: ${amountOf(amount)}.\n${LEFT_OUT_SENTENCE}`;
}

/** What people are told of a restore. */
export function restored(file: string, { since, ...amount }: Restored): string {
  return [
    `Restored ${amountOf(amount)}. Counts and hashes agree with ${file}.`,
    LEFT_OUT_SENTENCE,
    ...(since === undefined
      ? [
          'There was nobody in the database before: who was deleted, lost roles or unsubscribed since the backup is there again.',
        ]
      : toldOf(since)),
  ].join('\n');
}

function toldOf({ deleted, demoted, unsubscribed }: Since): readonly string[] {
  const list = (words: string, entries: readonly string[]) =>
    entries.length === 0 ? [] : [`${words}: ${entries.join(', ')}.`];
  return [
    ...list('Deleted since the backup, and there again', deleted),
    ...list(
      'Had lost roles since, and has them again',
      demoted.map(({ email, roles }) => `${email} (${roles.join(', ')})`),
    ),
    ...list('Had unsubscribed from the alerts since, and gets them again', unsubscribed),
  ];
}
