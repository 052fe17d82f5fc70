import { DashboardTitle } from '@cytocomm/kit/dashboard';

/** Opens the Admin Panel. */
export default function Overview() {
  return <DashboardTitle title="Admin Panel">People, documents, news and dates of the portal.</DashboardTitle>;
}
