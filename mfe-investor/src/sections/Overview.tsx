import { DashboardTitle } from '@cytocomm/kit/dashboard';

/** Opens the investor dashboard. */
export default function Overview() {
  return (
    <DashboardTitle title="Investor Dashboard">Reports, news and dates for those who hold a share.</DashboardTitle>
  );
}
