import { CalendarDate, ExactTime, Heading, LocalDate, Logo, NavLink, RelativeTime, useLocation } from '../index.ts';
import { actions, forms } from './controls.tsx';
import { dashboard } from './dashboard.tsx';
import { type ComponentState, type GalleryEntry, type GalleryGroup, state } from './entry.ts';
import { feedback, overlays } from './feedback.tsx';
import classes from './gallery.module.css';
import { layout, motifs, surfaces } from './layout.tsx';
import { typography, writing } from './typography.tsx';

const MOMENT = '2025-11-20T14:30:00Z';
const HOUR_MS = 3_600_000;

const fromNow = (hours: number) => <RelativeTime date={Date.now() + hours * HOUR_MS} />;

const times: GalleryGroup = {
  id: 'times',
  title: 'Times',
  entries: [
    { component: 'CalendarDate', states: [state('A date without a time', <CalendarDate date="2025-11-20" />)] },
    { component: 'LocalDate', states: [state('The day where the reader is', <LocalDate date={MOMENT} />)] },
    { component: 'ExactTime', states: [state('Day, time and zone', <ExactTime date={MOMENT} />)] },
    {
      component: 'RelativeTime',
      states: [
        state('Now', fromNow(0)),
        state('Past', fromNow(-3)),
        state('Future', fromNow(50)),
        state('Long past', fromNow(-24 * 800)),
      ],
    },
  ],
};

/** Every page of the gallery. */
export const groups: readonly GalleryGroup[] = [
  typography,
  layout,
  actions,
  forms,
  feedback,
  surfaces,
  overlays,
  times,
  motifs,
  dashboard,
  writing,
];

/** The address of a state that has a page of its own. */
function pageOf(group: GalleryGroup, entry: GalleryEntry, state: ComponentState): string {
  return `/page/${group.id}/${entry.component}/${entry.states.indexOf(state)}`;
}

function Entry({ group, entry }: { readonly group: GalleryGroup; readonly entry: GalleryEntry }) {
  return (
    <section className={classes.entry} aria-labelledby={entry.component}>
      <Heading level={2} size="title-large" id={entry.component}>
        {entry.component}
      </Heading>
      {entry.states.map((state) => (
        <figure key={state.title} className={classes.state}>
          <figcaption className={classes.caption}>{state.title}</figcaption>
          {state.page ? (
            <iframe
              title={`${entry.component}: ${state.title}`}
              src={pageOf(group, entry, state)}
              width={state.page.width}
              height={state.page.height}
              className={classes.page}
            />
          ) : (
            <div className={classes.stage} data-tone={state.tone ?? 'paper'} data-pointer={state.pointer}>
              {state.content}
            </div>
          )}
        </figure>
      ))}
    </section>
  );
}

function Group({ group }: { readonly group: GalleryGroup }) {
  return (
    <>
      <Heading level={1} size="headline">
        {group.title}
      </Heading>
      {group.entries.map((entry) => (
        <Entry key={entry.component} group={group} entry={entry} />
      ))}
    </>
  );
}

/** One state in a page of its own. */
function StatePage({ path }: { readonly path: readonly string[] }) {
  const [groupId, component, index] = path;
  const entry = groups.find(({ id }) => id === groupId)?.entries.find((candidate) => candidate.component === component);
  const state = entry?.states[Number(index)];
  return (
    <div className={classes.alone} data-tone={state?.tone} data-pointer={state?.pointer}>
      {state ? state.content : 'There is no such state.'}
    </div>
  );
}

/** Every component of the kit in its states, a page a group. */
export function Gallery() {
  const [first = '', ...rest] = useLocation().pathname.slice(1).split('/');
  if (first === 'page') return <StatePage path={rest} />;
  const group = groups.find(({ id }) => id === first) ?? groups[0];
  return (
    <>
      <header className={classes.bar} data-tone="ink">
        <Logo />
        <nav aria-label="Groups" className={classes.groups}>
          {groups.map(({ id, title }) => (
            <NavLink key={id} to={`/${id}`} className={classes.group ?? ''}>
              {title}
            </NavLink>
          ))}
        </nav>
      </header>
      <main className={classes.main}>{group ? <Group key={group.id} group={group} /> : null}</main>
    </>
  );
}
