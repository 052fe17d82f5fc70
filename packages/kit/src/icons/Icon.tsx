import { classNames } from '../class-names.ts';
import classes from './Icon.module.css';

const circle = 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18';

/** Every icon as one path on a 24 px grid, drawn with a 1.5 px round line. */
export const shapes = {
  'arrow-right': 'M4.5 12h15M13.5 6l6 6-6 6',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 21h4',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  cell: `${circle}M13.5 8.5a4 4 0 1 0 0 8 4 4 0 1 0 0-8M7.5 9h.01`,
  chart: 'M4 4v16h16M7.5 15.5L11 10l3.5 3L20 6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  'chevron-down': 'M6 9l6 6 6-6',
  'chevron-left': 'M15 6l-6 6 6 6',
  'chevron-right': 'M9 6l6 6-6 6',
  clock: `${circle}M12 7v5.5l3.5 2`,
  close: 'M6 6l12 12M18 6L6 18',
  cloud: 'M7 18.5a4 4 0 0 1-.5-8A5.5 5.5 0 0 1 17 9.1a4.7 4.7 0 0 1 0 9.4z',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4',
  costs: 'M4 4v16h16M7.5 7.5l4 4.5 3-2.5 5 7M19.5 12v4.5H15',
  data: 'M4 20h16M6 16.5v-4M10 16.5V8M14 16.5v-6M18 16.5v-12',
  device: 'M7 7h10v10H7zM10 7V4M14 7V4M10 20v-3M14 20v-3M7 10H4M7 14H4M20 10h-3M20 14h-3',
  devices: 'M19.5 8V5.5h-15v10H12M2.5 18.5H12M15.5 10.5h5v9h-5zM18 17h.01',
  document: 'M6 3.5h8L18.5 8v12.5H6zM13.5 3.5v5h5M9 12.5h6.5M9 16h6.5',
  download: 'M12 4v11.5M7 10.5l5 5 5-5M4.5 20h15',
  edit: 'M4.5 19.5l1-4.5L16 4.5 19.5 8 9 18.5zM13.5 7l3.5 3.5',
  error: `${circle}M12 7.5V13M12 16.5h.01`,
  external: 'M14 4.5h5.5V10M19.5 4.5L11 13M18 14v5.5H4.5V6H10',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5',
  fast: 'M12 6a7.5 7.5 0 1 0 0 15 7.5 7.5 0 1 0 0-15M12 6V3M9.5 3h5M12 13.5l3-3.5',
  feed: 'M5 19h.01M5 12.5a6.5 6.5 0 0 1 6.5 6.5M5 6a13 13 0 0 1 13 13',
  flask: 'M9 3.5h6M10.5 3.5v6L5 19a1 1 0 0 0 .9 1.5h12.2A1 1 0 0 0 19 19l-5.5-9.5v-6M7.6 15h8.8',
  info: `${circle}M12 11v5.5M12 7.5h.01`,
  link: 'M10 14l4-4M8 11.5l-2.2 2.2a3.2 3.2 0 0 0 4.5 4.5l2.2-2.2M16 12.5l2.2-2.2a3.2 3.2 0 0 0-4.5-4.5L11.5 8',
  lock: 'M6 10.5h12V20H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14v2.5',
  logout: 'M14 4.5H5v15h9M10 12h10.5M16.5 8l4 4-4 4',
  mail: 'M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5',
  menu: 'M4 8.5h16M4 15.5h16',
  minus: 'M5 12h14',
  more: 'M5 11a1 1 0 1 0 0 2 1 1 0 1 0 0-2M12 11a1 1 0 1 0 0 2 1 1 0 1 0 0-2M19 11a1 1 0 1 0 0 2 1 1 0 1 0 0-2',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  phone:
    'M6.5 3.5h3L11 8 9 9.5a12 12 0 0 0 5.5 5.5l1.5-2 4.5 1.5v3a2 2 0 0 1-2 2A14.5 14.5 0 0 1 4.5 5.5a2 2 0 0 1 2-2z',
  pin: 'M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11zM12 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5',
  play: 'M8 5.5v13L19 12z',
  plus: 'M12 5v14M5 12h14',
  'professional-network': 'M4 4h16v16H4zM8 10.5V16M8 7.5h.01M11.5 16v-5.5M11.5 13c0-1.6 1-2.5 2.3-2.5s2.2.9 2.2 2.5v3',
  realtime: 'M2.5 18.5h4c2.5 0 2.5-12 5-12s2.5 8 5.5 10.5c1.2 1 2.4 1.5 4.5 1.5',
  retry: 'M19.5 4.5V10H14M19 10a7.5 7.5 0 1 0 .3 4',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13M15.5 15.5L20 20',
  shield: 'M12 3.5L19.5 6v5.5c0 4.5-3 7.6-7.5 9-4.5-1.4-7.5-4.5-7.5-9V6zM8.5 12l2.5 2.5 4.5-5',
  'short-post-network': 'M4 4.5h4l12 15h-4zM19.5 4.5l-6.3 6.8M10.7 13.2L4.8 19.5',
  'social-network': `${circle}M15 7.5h-1.2a2 2 0 0 0-2 2V21M9.3 13h4.9`,
  success: `${circle}M8 12.5l2.8 2.8L16 9.5`,
  trash: 'M4.5 7h15M9.5 7V4h5v3M6.5 7l.8 13h9.4l.8-13M10 10.5v6M14 10.5v6',
  upload: 'M12 16V4.5M7 9.5l5-5 5 5M4.5 20h15',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 1 0 0-8M4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6',
  users:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7M2.5 19.5c.4-3.5 3-5 6.5-5s6.1 1.5 6.5 5M15.5 5.2a3.5 3.5 0 0 1 0 6.6M18 14.9c2.1.6 3.3 2.1 3.5 4.6',
  warning: 'M12 4.5l9 15.5H3zM12 10.5v4.5M12 17.5h.01',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof shapes;

/** Properties of {@link Icon}. */
export interface IconProps {
  readonly name: IconName;
  /** 24 px by default; `small` is 20 px for rows and buttons, `large` 32 px. */
  readonly size?: 'small' | 'medium' | 'large';
  /** Words for an icon that stands alone; without them it is decoration. */
  readonly label?: string;
  readonly className?: string | undefined;
}

/** A line icon in the colour of its text. */
export function Icon({ name, size = 'medium', label, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : 'true'}
      className={classNames(classes.icon, classes[size], className)}
    >
      <path d={shapes[name]} />
    </svg>
  );
}
