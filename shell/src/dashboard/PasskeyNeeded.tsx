import { SECURITY_PAGE } from '@cytocomm/contract';
import { Button, ButtonLink, Notice } from '@cytocomm/kit';
import classes from './SessionInvitation.module.css';

/** Shown in place of every dashboard to a person whose role demands a passkey that they have not added. */
export function PasskeyNeeded({ onLogout }: { readonly onLogout: () => void }) {
  return (
    <div className={classes.invitation}>
      <Notice tone="warning" title="Your role demands a passkey." live>
        <p>Set one up first: until then nothing of the dashboard opens for you.</p>
      </Notice>
      <ButtonLink to={SECURITY_PAGE}>Set up a passkey</ButtonLink>
      <Button variant="quiet" onClick={onLogout}>
        Logout
      </Button>
    </div>
  );
}
