import { toast } from '@cytocomm/kit';
import { useSession } from '@cytocomm/session';
import { NEWER_VERSION_TOAST } from '../newer-version/tab-age.ts';

/** Takes away what was told to a person when they log out or somebody else signs in. Returns what ends it. */
export const leaveNoToasts = (): (() => void) =>
  useSession.subscribe((now, before) => {
    // The same person, after an expiry, may still need it.
    const owner = before.email ?? before.endedEmail;
    if (owner !== null && owner !== (now.email ?? now.endedEmail)) toast.clear(NEWER_VERSION_TOAST);
  });
