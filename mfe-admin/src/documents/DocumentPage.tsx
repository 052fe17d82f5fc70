import { RETENTION, type SectionPlace } from '@cytocomm/contract';
import { isApiProblem } from '@cytocomm/http';
import { Button, ButtonLink, EmptyState } from '@cytocomm/kit';
import classes from './documents.module.css';

/** Properties of a page of a document. */
export interface DocumentPageProps {
  /** The id of the document. */
  readonly id: string;
  /** Where all documents are. */
  readonly place: SectionPlace;
}

/** Whether a document does not exist. */
export const isNotFound = (error: unknown): boolean => isApiProblem(error) && error.status === 404;

/** Shown on a page of a document that does not exist; `path` is the address of the list. */
export function NoSuchDocument({ path }: { readonly path: string }) {
  return (
    <EmptyState title="There is no such document." action={<ButtonLink to={path}>All documents</ButtonLink>}>
      It may have been deleted: the bin keeps it for {RETENTION.binDays} days.
    </EmptyState>
  );
}

/** Leads back to the accesses of a document. */
export function BackToAccesses({ id, path }: { readonly id: string; readonly path: string }) {
  return (
    <ButtonLink variant="secondary" size="small" icon="chevron-left" to={`${path}/${id}/accesses`}>
      Accesses
    </ButtonLink>
  );
}

interface UploadButtonsProps {
  readonly label: string;
  readonly uploading: boolean;
  readonly onCancel: () => void;
}

/** The buttons of a form that uploads: they start and cancel it. */
export function UploadButtons({ label, uploading, onCancel }: UploadButtonsProps) {
  return (
    <div className={classes.submit}>
      <Button type="submit" icon="upload" busy={uploading} busyLabel="Uploading...">
        {label}
      </Button>
      {uploading ? (
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      ) : null}
    </div>
  );
}
