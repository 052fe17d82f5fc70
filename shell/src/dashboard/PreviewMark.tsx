import type { Role } from '@cytocomm/contract';
import { Button, Icon } from '@cytocomm/kit';
import classes from './preview.module.css';

/** Properties of {@link PreviewMark}. */
export interface PreviewMarkProps {
  readonly role: Role;
  readonly onEnd: () => void;
}

/** Marks a preview for as long as it lasts, and ends it. It stays in view while the page scrolls. */
export function PreviewMark({ role, onEnd }: PreviewMarkProps) {
  return (
    <section aria-label="Preview" className={classes.mark}>
      <Icon name="eye" size="small" />
      <p role="status">
        <strong>Preview as {role}.</strong> Nothing can be changed here.
      </p>
      <Button variant="secondary" size="small" onClick={onEnd}>
        End preview
      </Button>
    </section>
  );
}
