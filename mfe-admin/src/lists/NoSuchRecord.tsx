import { ButtonLink, EmptyState } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';

/** Properties of {@link NoSuchRecord}. */
export interface NoSuchRecordProps {
  readonly title: string;
  /** What one record is called: `user`. */
  readonly one: string;
  /** Leads to all of them: `All users`. */
  readonly all: string;
  readonly path: string;
}

/** An address below a list at which there is nothing. */
export function NoSuchRecord({ title, one, all, path }: NoSuchRecordProps) {
  return (
    <Panel title={title}>
      <EmptyState title={`There is no such ${one}.`} action={<ButtonLink to={path}>{all}</ButtonLink>}>
        The address may be cut off.
      </EmptyState>
    </Panel>
  );
}
