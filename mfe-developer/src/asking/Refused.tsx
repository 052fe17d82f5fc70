import { isApiProblem } from '@cytocomm/http';
import { Notice } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import classes from './asking.module.css';

/** Why an action was refused, in the dialog that asked for it: the gate's reasons one by one, other refusals in a sentence. */
export function Refused({ error }: { readonly error: unknown }) {
  const code = isApiProblem(error) ? error.code : null;
  if (isApiProblem(error) && code === 'gate-refused' && error.errors.length > 0) {
    return (
      <Notice tone="error" live title="The gate refused this. What is live stays.">
        <ul aria-label="Why the gate refused" className={classes.reasons}>
          {error.errors.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      </Notice>
    );
  }
  return (
    <Notice
      tone="error"
      live
      title={code === 'lock-moved' ? 'Somebody else promoted meanwhile.' : 'This was not done.'}
    >
      {code === 'lock-moved' ? 'Close this, look at what is live now, and decide again.' : problemMessage(error)}
    </Notice>
  );
}
