import { ButtonLink, type ButtonLinkProps, EmptyState, toast, VisuallyHidden } from '@cytocomm/kit';
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

interface RowLinkProps extends Pick<ButtonLinkProps, 'icon'> {
  /** Its word, which is spoken: `Accesses`. */
  readonly word: string;
  /** The whole of its name: `Accesses of Ada`. */
  readonly label: string;
  readonly to: string;
}

/** A link among the actions of a row. */
export function RowLink({ word, label, ...link }: RowLinkProps) {
  return (
    <ButtonLink variant="quiet" size="small" aria-label={label} {...link}>
      <VisuallyHidden>{word}</VisuallyHidden>
    </ButtonLink>
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
