import { Button, Notice } from '@cytocomm/kit';
import type { Failure } from './use-each.ts';

/** Properties of {@link FailureNotice}. */
export interface FailureNoticeProps {
  readonly failures: readonly Failure[];
  /** Returns what people call a record; its key by default. */
  readonly nameOf?: (key: string) => string;
  readonly onClose: () => void;
}

/** Which of several records could not be changed, and why. */
export function FailureNotice({ failures, nameOf = (key) => key, onClose }: FailureNoticeProps) {
  if (failures.length === 0) return null;
  return (
    <Notice tone="warning" title={`${failures.length} could not be changed`}>
      <ul>
        {failures.map(({ key, reason }) => (
          <li key={key}>
            {nameOf(key)}: {reason}
          </li>
        ))}
      </ul>
      <Button variant="quiet" size="small" onClick={onClose}>
        Close
      </Button>
    </Notice>
  );
}
