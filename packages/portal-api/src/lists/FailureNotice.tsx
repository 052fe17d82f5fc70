import { Button, Notice } from '@cytocomm/kit';
import type { Failure } from './use-each.ts';

/** Properties of {@link FailureNotice}. */
export interface FailureNoticeProps {
  readonly failures: readonly Failure[];
  readonly onClose: () => void;
}

/** Which of several records could not be changed, and why. */
export function FailureNotice({ failures, onClose }: FailureNoticeProps) {
  if (failures.length === 0) return null;
  return (
    <Notice live tone="warning" title={`${failures.length} could not be changed`}>
      <ul>
        {failures.map(({ key, name, reason }) => (
          <li key={key}>
            {name}: {reason}
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="small" onClick={onClose}>
        Close
      </Button>
    </Notice>
  );
}
