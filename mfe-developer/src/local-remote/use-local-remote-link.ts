import { useLocation, useNavigate } from '@cytocomm/kit';
import { useEffect } from 'react';

const TOOL = '/dashboard/developer/local-remote';

/** Leads on to the tool for a local remote where the address names one: older tools print the address of the dashboard. */
export function useLocalRemoteLink(): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (new URLSearchParams(search).has('local-remote')) navigate(TOOL + search, { replace: true });
  }, [search, navigate]);
}
