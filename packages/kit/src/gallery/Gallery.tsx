import { isValidElement, type ReactElement } from 'react';
import { CalendarDate, ExactTime, Heading, LocalDate, Logo, NavLink, RelativeTime, useLocation } from '../index.ts';
import { actions, forms } from './controls.tsx';
import { dashboard } from './dashboard.tsx';
import type { ComponentState, GalleryGroup } from './entry.ts';
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
  entries: {
    CalendarDate: { 'A date without a time': <CalendarDate date="2025-11-20" /> },
    LocalDate: { 'The day where the reader is': <LocalDate date={MOMENT} /> },
    ExactTime: { 'Day, time and zone': <ExactTime date={MOMENT} /> },
    RelativeTime: {
      Now: fromNow(0),
      Past: fromNow(-3),
      Future: fromNow(50),
      'Long past': fromNow(-24 * 800),
    },
  },
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

const stateOf = (state: ReactElement | ComponentState): ComponentState =>
  isValidElement(state) ? { content: state } : state;

function State({
  address,
  title,
  state,
}: {
  readonly address: string;
  readonly title: string;
  readonly state: ComponentState;
}) {
  return (
    <figure className={classes.state}>
      <figcaption className={classes.caption}>{title}</figcaption>
      {state.page ? (
        <iframe {...state.page} title={address} src={`/page/${address}`} className={classes.page} />
      ) : (
        <div className={classes.stage} data-tone={state.tone ?? 'paper'} data-pointer={state.pointer}>
          {state.content}
        </div>
      )}
    </figure>
  );
}

function Group({ group }: { readonly group: GalleryGroup }) {
  return (
    <>
      <Heading level={1} size="headline">
        {group.title}
      </Heading>
      {Object.entries(group.entries).map(([component, states]) => (
        <section key={component} className={classes.entry} aria-labelledby={component}>
          <Heading level={2} size="title-large" id={component}>
            {component}
          </Heading>
          {Object.entries(states).map(([title, state], index) => (
            <State key={title} address={`${group.id}/${component}/${index}`} title={title} state={stateOf(state)} />
          ))}
        </section>
      ))}
    </>
  );
}

/** One state in a page of its own. */
function StatePage({ path }: { readonly path: readonly string[] }) {
  const [groupId, component = '', index] = path;
  const states = groups.find(({ id }) => id === groupId)?.entries[component] ?? {};
  const found = Object.values(states)[Number(index)];
  const state = found && stateOf(found);
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
