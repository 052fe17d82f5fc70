import { beginCompanySignIn, readSignInOptions } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { Button, Notice } from '@cytocomm/kit';
import { useEffect, useState } from 'react';
import { withPause } from './complete-sign-in.ts';
import { leaveFor } from './leave.ts';
import classes from './sign-in.module.css';

/** Properties of {@link CompanySignIn}. */
export interface CompanySignInProps {
  /** Where the sign-in leads afterwards. */
  readonly returnTo: string;
}

/** Leads to the company account, where the portal has one; else it is nothing: the mailed link works always. */
export function CompanySignIn({ returnTo }: CompanySignInProps) {
  const name = useCompanyName();
  const [leaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    // Back from the provider: the browser may show the page as it was left.
    const stay = () => setLeaving(false);
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, []);

  if (name === null) return null;
  const leave = async () => {
    setFailure(null);
    setLeaving(true);
    const { data, error } = await send(beginCompanySignIn, { body: { returnTo } });
    if (!error && leaveFor(data.url)) return;
    setLeaving(false);
    setFailure(error ? withPause(error) : 'The company account could not be opened. Use the mailed link.');
  };
  return (
    <div className={classes.company}>
      <Button variant="secondary" wide busy={leaving} busyLabel="Opening..." onClick={() => void leave()}>
        {`Sign in with ${name}`}
      </Button>
      {failure === null ? null : (
        <Notice tone="error" live>
          <p>{failure}</p>
        </Notice>
      )}
    </div>
  );
}

/** Returns what the company account is called; null while there is none, and until that is known. */
function useCompanyName(): string | null {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    void send(readSignInOptions).then(({ data }) => {
      if (!isOver && typeof data?.company?.name === 'string') setName(data.company.name);
    });
    return () => {
      isOver = true;
    };
  }, []);
  return name;
}
