/** The address of the dashboard; those of roles and tools are below it. */
export const DASHBOARD = '/dashboard';

/** Returns the address of a role's overview, or of one of its tools. */
export function dashboardAddress(role: string, tool?: string): string {
  return [DASHBOARD, role, ...(tool === undefined ? [] : [tool])].join('/');
}

/** What an address of the dashboard asks for. People write addresses: none of it need exist. */
export interface AskedPlace {
  /** Undefined for the bare address of the dashboard. */
  readonly role: string | undefined;
  /** Undefined for a role's overview. */
  readonly tool: string | undefined;
  /** What follows the tool; empty for the tool itself. */
  readonly rest: string;
}

/** Returns what an address below the dashboard's asks for. Capitals make no difference in the names of roles and tools. */
export function askedPlace(pathname: string): AskedPlace {
  const [role, tool, ...rest] = pathname.slice(DASHBOARD.length).split('/').filter(Boolean);
  return { role: role?.toLowerCase(), tool: tool?.toLowerCase(), rest: rest.join('/') };
}
