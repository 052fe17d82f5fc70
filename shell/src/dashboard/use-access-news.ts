import type { Role } from '@cytocomm/contract';
import { toast } from '@cytocomm/kit';
import { roleLabel, useSession } from '@cytocomm/session';
import { useEffect } from 'react';

const listOf = (roles: readonly Role[]): string => roles.map(roleLabel).join(', ');

/** Notifies people that their roles were changed elsewhere, because the rail changes at once. */
export function useAccessNews(): void {
  useEffect(
    () =>
      useSession.subscribe((now, before) => {
        const stayed = now.status === 'signed-in' && before.status === 'signed-in' && now.email === before.email;
        if (!stayed) return;
        const lost = before.roles.filter((role) => !now.roles.includes(role));
        const gained = now.roles.filter((role) => !before.roles.includes(role));
        if (lost.length > 0) toast.error(`Your access has changed. You no longer have: ${listOf(lost)}`);
        if (gained.length > 0) toast.success(`Your access has changed. You now have: ${listOf(gained)}`);
      }),
    [],
  );
}
