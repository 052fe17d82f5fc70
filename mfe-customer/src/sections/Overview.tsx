import type { SectionProps } from '@cytocomm/contract';
import { ButtonLink } from '@cytocomm/kit';
import { DashboardTitle, Panel } from '@cytocomm/kit/dashboard';
import { labSoftware } from '../lab-software.ts';

/** Opens the customer dashboard: the way to the lab software. */
export default function Overview(_: SectionProps) {
  return (
    <>
      <DashboardTitle title="Customer Dashboard">Everything that goes with the platform in your lab.</DashboardTitle>
      <Panel title="Lab software" lead="Your recordings and devices, in a tab of its own.">
        <ButtonLink href={labSoftware(document)} target="_blank" variant="secondary" trailingIcon="external">
          Open the lab software
        </ButtonLink>
      </Panel>
    </>
  );
}
