import type { SectionProps } from '@cytocomm/contract';
import { Suspense, useMemo } from 'react';
import { Slot } from '../composition/Slot.tsx';
import { SlotSkeleton } from '../frame/index.ts';
import { PAGE_CONTENT } from '../routing/use-page-change.ts';
import classes from './DashboardFrame.module.css';
import { sectionTitle } from './sections.ts';
import type { ShownPlace } from './shown-place.ts';

/** Properties of {@link ShownSections}. */
export interface ShownSectionsProps {
  readonly shown: ShownPlace;
  readonly isPreview: boolean;
  /** Takes the name of what is open below the tool. */
  readonly nameOpened: (name: string | null) => void;
}

/** The sections of the tool or overview that is shown, each from its own remote, in a slot of its own. */
export function ShownSections({ shown, isPreview, nameOpened }: ShownSectionsProps) {
  const { entry, tool, path, rest } = shown;
  const props: SectionProps = useMemo(
    () => ({ activeRole: entry.role, preview: isPreview, place: { path, rest, nameOpened } }),
    [entry.role, isPreview, path, rest, nameOpened],
  );
  const sections = tool ? tool.sections : entry.overview;
  return (
    <div key={path} {...PAGE_CONTENT}>
      {sections.map(({ release, contribution }) => (
        // A section that suspends must not hide the others.
        <div key={contribution.id} className={classes.block}>
          <Suspense fallback={<SlotSkeleton />}>
            <Slot
              remote={release}
              component={contribution.component}
              props={props}
              title={sectionTitle(contribution)}
            />
          </Suspense>
        </div>
      ))}
    </div>
  );
}
