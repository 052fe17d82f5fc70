import type { Role } from '@cytocomm/contract';
import { type AskedPlace, dashboardAddress } from './addresses.ts';
import type { DashboardEntry, DashboardTool } from './sections.ts';

/** What the dashboard shows. */
export interface ShownPlace {
  readonly entry: DashboardEntry;
  /** Undefined on the overview of the role. */
  readonly tool: DashboardTool | undefined;
  /** The address of the tool or overview. */
  readonly path: string;
  /** What follows it in the address. */
  readonly rest: string;
  /** Why it is not what the address asks for, in a sentence; null when it is. */
  readonly refusal: string | null;
}

/** Returns the overview that a person gets by default; undefined without any dashboard. */
export function firstEntry(entries: readonly DashboardEntry[], activeRole: Role | null): DashboardEntry | undefined {
  return entries.find(({ role }) => role === activeRole) ?? entries[0];
}

/** Returns what is shown of a person's dashboards at an address; undefined without any dashboard. Never nothing else. */
export function shownPlace(
  entries: readonly DashboardEntry[],
  asked: AskedPlace,
  activeRole: Role | null,
): ShownPlace | undefined {
  const own = entries.find(({ role }) => role === asked.role);
  const entry = own ?? firstEntry(entries, activeRole);
  if (!entry) return undefined;
  const tool = own?.tools.find(({ path }) => path === asked.tool);
  const isBelow = tool !== undefined && asked.rest !== '';
  const rest = isBelow && tool.hasBelow ? asked.rest : '';
  const place = { entry, tool, path: dashboardAddress(entry.role, tool?.path), rest };
  if (asked.role === undefined) return { ...place, refusal: null };
  if (!own)
    return {
      ...place,
      refusal: `You do not have the dashboard at this address. This is your ${entry.label} overview.`,
    };
  if (isBelow && !tool.hasBelow)
    return { ...place, refusal: `There is nothing at this address. This is ${tool.title}.` };
  if (asked.tool === undefined || tool) return { ...place, refusal: null };
  return { ...place, refusal: `${entry.label} has no tool at this address. This is its overview.` };
}
