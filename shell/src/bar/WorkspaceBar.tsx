import { Icon } from '@cytocomm/kit';
import { type ComponentType, useEffect, useEffectEvent, useRef } from 'react';
import { Bell } from '../notifications/Bell.tsx';
import type { PaletteScope } from '../palette/offers.ts';
import { loadNotifications, useLayer } from './layers.ts';
import { chooseTheme, isShortcutOn } from './preferences.tsx';
import classes from './WorkspaceBar.module.css';

/** Properties of {@link WorkspaceBar}. */
export interface WorkspaceBarProps extends Omit<PaletteScope, 'actions'> {
  readonly onLogout: () => void;
}

/** What is over the page, and loads when it is first asked for. */
type Layer = 'palette' | 'shortcuts' | 'notifications';

interface LayerProps extends PaletteScope {
  readonly onClose: () => void;
}

const load: Readonly<Record<Layer, () => Promise<{ readonly default: ComponentType<LayerProps> }>>> = {
  palette: () => import('../palette/Palette.tsx'),
  shortcuts: () => import('../shortcuts/Shortcuts.tsx'),
  notifications: loadNotifications,
};

const TYPED_INTO = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/** Returns the layer that a key asks for; undefined for every other key, and for `?` where somebody types. */
function layerOf({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): Layer | undefined {
  if (altKey) return undefined;
  if ((ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'k') return 'palette';
  const isTyping = target instanceof Element && target.closest(TYPED_INTO) !== null;
  return key === '?' && !ctrlKey && !metaKey && !isTyping && isShortcutOn() ? 'shortcuts' : undefined;
}

/** The search of the dashboard, by its button and by Ctrl+K, the bell, and the list of shortcuts by `?`. */
export function WorkspaceBar({ onLogout, ...scope }: WorkspaceBarProps) {
  const { opened, awaited, open, close } = useLayer(load);
  const bar = useRef<HTMLDivElement>(null);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const layer = event.defaultPrevented ? undefined : layerOf(event);
    if (layer === undefined) return;
    // The browser has a search of its own under the key.
    event.preventDefault();
    if (opened?.name === layer) close();
    // What is over the page is dealt with first: it makes everything else inert.
    else if (bar.current?.closest('[inert]') === null) open(layer);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  const actions: PaletteScope['actions'] = [
    { id: 'light', title: 'Appearance: light', icon: 'eye', act: { run: () => chooseTheme('light') } },
    { id: 'dark', title: 'Appearance: dark', icon: 'eye', act: { run: () => chooseTheme('dark') } },
    { id: 'system', title: 'Appearance: as on this device', icon: 'eye', act: { run: () => chooseTheme(undefined) } },
    ...(scope.preview === ''
      ? [
          {
            id: 'notifications',
            title: 'Notifications',
            icon: 'bell',
            act: { run: () => open('notifications') },
          } as const,
        ]
      : []),
    { id: 'shortcuts', title: 'Keyboard shortcuts', icon: 'info', act: { run: () => open('shortcuts') } },
    { id: 'logout', title: 'Logout', icon: 'logout', act: { run: onLogout } },
  ];
  return (
    <div ref={bar} className={classes.bar}>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        aria-busy={awaited === 'palette' || undefined}
        className={classes.search}
        onClick={() => open('palette')}
      >
        <Icon name="search" size="small" />
        <span className={classes.words}>Search</span>
        <span aria-hidden="true" className={classes.key}>
          Ctrl K
        </span>
      </button>
      {scope.preview === '' ? <Bell onOpen={() => open('notifications')} /> : null}
      {opened ? <opened.Shown {...scope} actions={actions} onClose={close} /> : null}
    </div>
  );
}
