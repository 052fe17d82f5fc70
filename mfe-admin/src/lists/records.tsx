import { ButtonLink, EmptyState, toast } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';

interface NoSuchRecordProps {
  readonly title: string;
  /** What one record is called: `user`. */
  readonly one: string;
  /** Leads to all of them: `All users`. */
  readonly all: string;
  readonly path: string;
}

/** Shown at an address below a list where no record is. */
export function NoSuchRecord({ title, one, all, path }: NoSuchRecordProps) {
  return (
    <Panel title={title}>
      <EmptyState title={`There is no such ${one}.`} action={<ButtonLink to={path}>{all}</ButtonLink>}>
        The address may be cut off.
      </EmptyState>
    </Panel>
  );
}

/** Shows a toast about what was done, with Undo where it can be taken back. */
export function showDone(words: string, undo?: () => void): void {
  const run = () => {
    toast.dismiss(toastId);
    undo?.();
  };
  const toastId = toast.success(words, undo && { action: { label: 'Undo', run } });
}
