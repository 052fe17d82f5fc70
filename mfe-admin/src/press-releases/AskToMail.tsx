import type { AlertTopic } from '@cytocomm/contract';
import { ConfirmDialog } from '@cytocomm/kit/dashboard';
import { useAlertAudience } from '../audience/audience-api.ts';
import { people } from '../audience/audience-words.ts';

/** Properties of {@link AskToMail}. */
export interface AskToMailProps {
  readonly topics: readonly AlertTopic[];
  /** For which groups alone; none: for all. */
  readonly groups: readonly string[];
  /** Called with how many people get it; undefined while nobody knows. */
  readonly onConfirm: (recipients: number | undefined) => void;
  readonly onCancel: () => void;
}

/** Shows how many people a release goes out to, before it does. */
export function AskToMail({ topics, groups, onConfirm, onCancel }: AskToMailProps) {
  const { data, error } = useAlertAudience({
    query: { topics: [...topics], ...(groups.length > 0 && { groups: [...groups] }) },
  });
  const isForNobody = data?.recipients === 0;
  return (
    <ConfirmDialog
      open
      question={isForNobody ? 'Publish it?' : 'Publish and e-mail it?'}
      confirmLabel={isForNobody ? 'Publish' : 'Publish and e-mail'}
      cancelLabel="Not yet"
      onConfirm={() => onConfirm(data?.recipients)}
      onCancel={onCancel}
    >
      <p aria-live="polite">{reachOf(data?.recipients, error !== undefined)}</p>
      {isForNobody ? null : <p>What has left cannot be called back.</p>}
    </ConfirmDialog>
  );
}

function reachOf(recipients: number | undefined, isUnknown: boolean): string {
  if (recipients === undefined)
    return isUnknown ? 'How many people get it could not be counted.' : 'Counting who gets it …';
  if (recipients === 0) return 'Nobody has asked for such news by mail, so no mail goes out.';
  return `It goes to ${people(recipients)} at once.`;
}
