import type { OverlayProps } from '@cytocomm/contract';
import { closeSignIn, useSession } from '@cytocomm/session';
import { Suspense, useMemo, useState } from 'react';
import { overlayOf, useComposition } from './composition/composition.ts';
import { Slot } from './composition/Slot.tsx';
import { OverlayFailure, OverlayPending, OverlaySwitchedOff } from './frame/index.ts';

/** The sign-in dialog over the current page. Its remote loads when it is first asked for. */
export function SignInOverlay() {
  const { lock } = useComposition();
  const open = useSession((state) => state.signIn.open);
  const [wanted, setWanted] = useState(false);
  const overlay = useMemo(() => overlayOf(lock, 'sign-in'), [lock]);
  const props: OverlayProps = useMemo(() => ({ open, onClose: closeSignIn }), [open]);

  if (open && !wanted) setWanted(true);
  if (!overlay || !(wanted || open)) return null;
  const words = { title: 'Sign-in', onClose: closeSignIn };
  const pending = open ? <OverlayPending {...words} /> : null;
  // A dialog that suspends must not hide the page below it.
  return (
    <Suspense fallback={pending}>
      <Slot
        remote={overlay.release}
        component={overlay.contribution.component}
        props={props}
        pending={pending}
        switchedOff={<OverlaySwitchedOff {...words} open={open} />}
        failed={(retry) => (open ? <OverlayFailure {...words} onRetry={retry} /> : null)}
      />
    </Suspense>
  );
}
