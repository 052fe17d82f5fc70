import { Checkbox } from '@cytocomm/kit';
import { useAlertAudience } from '../audience/audience-api.ts';
import { people } from '../audience/audience-words.ts';

/** Properties of {@link NotifyBox}. */
export interface NotifyBoxProps {
  /** How many files are to be uploaded: one mail tells of all of them. */
  readonly files: number;
  /** For which groups alone they are; none: for all. */
  readonly groups: readonly string[];
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Whether those who asked for it hear of the upload by mail, and how many they are. */
export function NotifyBox({ files, groups, checked, disabled, onChange }: NotifyBoxProps) {
  // Not `data`, which is that of the groups before until the answer is here.
  const { currentData, error } = useAlertAudience({
    query: { topics: ['new-report'], ...(groups.length > 0 && { groups: [...groups] }) },
  });
  const recipients = currentData?.recipients;
  const each = files > 1 ? ', in one mail about all files' : '';
  const reach =
    recipients === undefined
      ? error
        ? 'How many that are could not be counted.'
        : 'Counting who that is …'
      : recipients === 0
        ? 'Nobody has asked to hear of new reports, so no mail goes out.'
        : `${people(recipients)} asked to hear of new reports${each}.`;
  return (
    <Checkbox
      label="Tell investors by e-mail"
      hint={reach}
      checked={checked && recipients !== 0}
      disabled={disabled || recipients === 0}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
