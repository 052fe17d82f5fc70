import { Button, Dialog, useNavigate } from '@cytocomm/kit';
import { hasUnsavedWork, signOut } from '@cytocomm/session';
import { type ReactNode, useState } from 'react';

/** Logs out and leads to the home page; asks first when something would be lost by it. `question` must be rendered. */
export function useLogout(): { logOut: () => void; question: ReactNode } {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const leave = async () => {
    setAsking(false);
    await signOut();
    navigate('/');
  };
  const stay = () => setAsking(false);
  const question = (
    <Dialog
      open={asking}
      onClose={stay}
      title="Log out and discard what you wrote?"
      size="narrow"
      actions={
        <>
          <Button variant="secondary" onClick={stay}>
            Stay
          </Button>
          <Button variant="danger" onClick={() => void leave()}>
            Discard it and log out
          </Button>
        </>
      }
    >
      <p>
        There is text in this tab that is not saved, or an upload, an import or a change of several records under way.
        Text and uploads are discarded; an import or a change stops, and what it has done stays.
      </p>
    </Dialog>
  );
  return { logOut: () => (hasUnsavedWork() ? setAsking(true) : void leave()), question };
}
