import { Button } from '@cytocomm/kit';
import { hasUnsavedWork } from '@cytocomm/session';
import { useState } from 'react';
import classes from './NewerVersion.module.css';

/** Fields in which a person writes; what a search box holds is soon typed again. */
const WRITTEN = 'form :is(textarea, input:is(:not([type]), [type=text], [type=email], [type=tel], [type=url]))';

/** Whether a reload may lose something: a draft, what is under way, or words in a form. */
function hasUnsavedInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(WRITTEN);
  return hasUnsavedWork() || [...fields].some(({ value, readOnly }) => !readOnly && value.trim() !== '');
}

/** Properties of {@link NewerVersion}. */
export interface NewerVersionProps {
  readonly onReload: () => void;
  readonly onLater: () => void;
}

/** Shows that a new version is ready. Asks before a reload that may lose what was typed. */
export function NewerVersion({ onReload, onLater }: NewerVersionProps) {
  const [isAsking, setAsking] = useState(false);
  const reload = () => (!isAsking && hasUnsavedInput() ? setAsking(true) : onReload());
  return (
    <div className={classes.notice}>
      <p>
        {isAsking
          ? 'Text on this page may not be saved. Reload all the same?'
          : 'A new version is ready. Reload to use it.'}
      </p>
      <div className={classes.actions}>
        <Button variant="on-dark" size="small" onClick={reload}>
          {isAsking ? 'Reload anyway' : 'Reload'}
        </Button>
        <button type="button" className={classes.later} onClick={onLater}>
          Later
        </button>
      </div>
    </div>
  );
}
