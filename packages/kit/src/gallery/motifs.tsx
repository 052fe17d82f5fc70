import { type IconName, shapes } from '../icons/shapes.ts';
import { CellMotif, Icon, Logo, SignalTrace } from '../index.ts';
import { type GalleryGroup, state } from './entry.ts';
import classes from './gallery.module.css';

const names = Object.keys(shapes).filter((name): name is IconName => name in shapes);

export const motifs: GalleryGroup = {
  id: 'motifs',
  title: 'Icons and motifs',
  entries: [
    {
      component: 'Icon',
      states: [
        state(
          'All of them',
          <ul className={classes.icons}>
            {names.map((name) => (
              <li key={name}>
                <Icon name={name} />
                {name}
              </li>
            ))}
          </ul>,
        ),
        state(
          'Small, medium, large',
          <>
            <Icon name="calendar" size="small" />
            <Icon name="calendar" />
            <Icon name="calendar" size="large" />
          </>,
        ),
        state('With words of its own', <Icon name="warning" label="Needs attention" />),
        state('On ink', <Icon name="realtime" size="large" />, { tone: 'ink' }),
      ],
    },
    {
      component: 'Logo',
      states: [
        state('Mark and name', <Logo />),
        state('Mark alone', <Logo markOnly />),
        state('On ink', <Logo />, { tone: 'ink' }),
      ],
    },
    {
      component: 'CellMotif',
      states: [
        state(
          'Three variants',
          <>
            <CellMotif className={classes.cell} />
            <CellMotif variant={1} className={classes.cell} />
            <CellMotif variant={2} className={classes.cell} />
          </>,
        ),
        state('On ink', <CellMotif className={classes.cell} />, { tone: 'ink' }),
      ],
    },
    {
      component: 'SignalTrace',
      states: [
        state('Short', <SignalTrace shape="short" />),
        state('Divider', <SignalTrace />),
        state('Recording, live, on ink', <SignalTrace shape="recording" live />, { tone: 'ink' }),
      ],
    },
  ],
};
