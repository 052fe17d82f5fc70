import { RETENTION } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
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

/** Says in a toast what was done, with Undo where it can be taken back. */
export function showDone(words: string, undo?: () => void): void {
  const run = () => {
    toast.dismiss(toastId);
    undo?.();
  };
  const toastId = toast.success(words, undo && { action: { label: 'Undo', run } });
}

/** Whether what was asked for does not exist. */
export const isNotFound = (error: unknown): boolean => isApiProblem(error) && error.status === 404;

/** Shown at the address of a document that does not exist. */
export function NoSuchDocument({ path }: Pick<NoSuchRecordProps, 'path'>) {
  return (
    <EmptyState title="There is no such document." action={<ButtonLink to={path}>All documents</ButtonLink>}>
      It may have been deleted: the bin keeps it for {RETENTION.binDays} days.
    </EmptyState>
  );
}
