/** The address of the dashboard; those of roles and tools are below it. */
export const DASHBOARD = '/dashboard';

/** Returns the address of a role's overview, or of one of its tools. */
export function dashboardAddress(role: string, tool?: string): string {
  return [DASHBOARD, role, ...(tool === undefined ? [] : [tool])].join('/');
}

/** The place that an address of the dashboard names. People type addresses: it need not exist. */
export interface RequestedPlace {
  /** Undefined for the bare address of the dashboard. */
  readonly role: string | undefined;
  /** Undefined for a role's overview. */
  readonly tool: string | undefined;
  /** The rest after the tool; empty for the tool itself. */
  readonly rest: string;
}

/** Parses an address below the dashboard's. The names of roles and tools are case-insensitive. */
export function requestedPlace(pathname: string): RequestedPlace {
  const [role, tool, ...rest] = pathname.slice(DASHBOARD.length).split('/').filter(Boolean);
  return { role: role?.toLowerCase(), tool: tool?.toLowerCase(), rest: rest.join('/') };
}
