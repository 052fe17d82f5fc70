import type { SectionProps } from '@cytocomm/contract';
import { ButtonLink } from '@cytocomm/kit';
import { DashboardTitle, Panel } from '@cytocomm/kit/dashboard';
import { labSoftware } from '../lab-software.ts';

/** Opens the customer dashboard: the ways to the documents, to the dates and to the lab software. */
export default function Overview(_: SectionProps) {
  return (
    <>
      <DashboardTitle title="Customer Dashboard">Everything that goes with the platform in your lab.</DashboardTitle>
      <Panel
        title="Your study"
        lead="Notes and standard operating procedures, the dates ahead, and your recordings."
        actions={
          <>
            <ButtonLink to="/dashboard/customer/documents" size="small">
              Read notes & SOPs
            </ButtonLink>
            <ButtonLink to="/dashboard/customer/calendar" variant="secondary" size="small" icon="calendar">
              See the calendar
            </ButtonLink>
          </>
        }
      >
        <ButtonLink href={labSoftware(document)} target="_blank" variant="secondary" trailingIcon="external">
          Open the lab software
        </ButtonLink>
      </Panel>
    </>
  );
}
