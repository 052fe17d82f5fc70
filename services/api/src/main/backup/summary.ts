import type { Amount } from './backup.ts';
import type { AccountChanges } from './changed-accounts.ts';
import { EXCLUSIONS_MESSAGE } from './exclusions.ts';
import { BackupFailure } from './failure.ts';
import type { RestoreResult } from './restore.ts';
import type { VerifiedBackup } from './verify.ts';

/** A backup that was taken and verified. */
export interface KeptBackup {
  readonly file: string;
  readonly verified: VerifiedBackup;
  /** The names of the old ones that went for it. */
  readonly removed: readonly string[];
}

/** How many faults of a backup the message lists. */
const MAX_FAULTS = 20;

const amountOf = ({ collections, records, files }: Amount) =>
  `${collections} collections, ${records} records, ${files} files`;

/** Returns the message about a new backup. */
export function backupSummary(file: string, amount: Amount, isEncrypted: boolean): string {
  const open = 'It is not encrypted and holds personal data.';
  return `${file}: ${amountOf(amount)}.${isEncrypted ? ' Encrypted.' : ` ${open}`}\n${EXCLUSIONS_MESSAGE}`;
}

/** Returns the message about a backup that is whole. Throws BackupFailure for one that is not. */
export function verifiedSummary(file: string, { faults, bytes, ...amount }: VerifiedBackup): string {
  const contents = `${amountOf(amount)} of ${(bytes / 1e6).toFixed(1)} MB`;
  if (faults.length === 0)
    return `${file} is whole: ${contents}. Counts and hashes agree, and each record has its file.`;
  const more = faults.length > MAX_FAULTS ? [`And ${faults.length - MAX_FAULTS} more.`] : [];
  const lines = [`${file} is undamaged (${contents}), but incomplete:`, ...faults.slice(0, MAX_FAULTS), ...more];
  throw new BackupFailure(lines.join('\n'));
}

/** Returns the message about a backup that `keep-backups` took. */
export function keptSummary({ file, verified: backup, removed }: KeptBackup): string {
  const removedLine = removed.length === 0 ? [] : [`Removed, for they were too old: ${removed.join(', ')}.`];
  return [verifiedSummary(file, backup), EXCLUSIONS_MESSAGE, ...removedLine].join('\n');
}

/** Returns the message about a restore. */
export function restoreSummary(file: string, { since, heldMails, ...amount }: RestoreResult): string {
  return [
    `Restored ${amountOf(amount)}. Counts and hashes agree with ${file}.`,
    EXCLUSIONS_MESSAGE,
    ...(heldMails === 0
      ? []
      : [
          `Mails that had not been sent by then: ${heldMails}. They may have been sent since, and stand as failed in the mail log.`,
        ]),
    ...(since === undefined
      ? [
          'The database had no people before: who was deleted, lost roles or unsubscribed since the backup is there again.',
        ]
      : changesSummary(since)),
  ].join('\n');
}

function changesSummary({ deleted, demoted, readmitted, unsubscribed }: AccountChanges): readonly string[] {
  const list = (words: string, entries: readonly string[]) =>
    entries.length === 0 ? [] : [`${words}: ${entries.join(', ')}.`];
  return [
    ...list('Deleted since the backup, and there again', deleted),
    ...list(
      'Had lost roles since, and has them again',
      demoted.map(({ email, roles }) => `${email} (${roles.join(', ')})`),
    ),
    ...list('Had lost a passkey or company account since, and signs in with it again', readmitted),
    ...list('Had unsubscribed from the alerts since, and gets them again', unsubscribed),
  ];
}
