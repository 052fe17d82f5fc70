import { recheck } from './actions.ts';
import { dropKeptWork, hasDrafts } from './drafts.ts';
import { onTabNews } from './storage.ts';
import { useSession } from './store.ts';
import { freshIdToken, leaveByChoice } from './token.ts';

// Signing in or out in one tab counts in all of them.
onTabNews((news) => {
  const { status } = useSession.getState();
  // A page that has not asked who is signed in need not know now.
  if (status === 'unknown') return;
  if (news === 'signed-out') {
    if (status !== 'signed-in') return;
    const hasDropped = dropKeptWork();
    const discarded = hasDropped || hasDrafts() ? ' The text that was not saved here is discarded.' : '';
    leaveByChoice(`You have logged out in another tab.${discarded}`);
  } else if (status === 'signed-in') {
    // It may be somebody else; when the server cannot be asked, the next call will ask again.
    void freshIdToken({ renew: true });
  } else void recheck();
});
