import { DashboardTitle, Panel } from '@cytocomm/kit/dashboard';
import { Figures } from '../operations/Figures.tsx';
import classes from '../operations/operations.module.css';
import { RecentAudit } from '../operations/RecentAudit.tsx';
import { SignIns } from '../operations/SignIns.tsx';

/** Opens the Admin Panel with the block that is the admins' own: how the portal is doing. */
export default function Overview() {
  return (
    <>
      <DashboardTitle title="Admin Panel">People, documents, news and dates of the portal.</DashboardTitle>
      <Panel title="Operations" lead="How the portal is doing right now.">
        <Figures />
        <div className={classes.layout}>
          <SignIns />
          <RecentAudit />
        </div>
      </Panel>
    </>
  );
}
