import { toast } from '@cytocomm/kit';
import { type ComponentType, useState } from 'react';

/** Loads the list of notifications, which is opened from the bell, the palette and the overview. */
export const loadNotifications = () => import('../notifications/Notifications.tsx');

type Loaders<Name extends string, Props> = Readonly<
  Record<Name, () => Promise<{ readonly default: ComponentType<Props> }>>
>;

/** What is over the page. */
interface Layer<Name extends string, Props> {
  /** Null while nothing is. */
  readonly opened: { readonly name: Name; readonly Shown: ComponentType<Props> } | null;
  /** What was asked for and still loads. */
  readonly awaited: Name | null;
  readonly open: (name: Name) => void;
  readonly close: () => void;
}

/** Returns what is over the page, of what loads when it is first asked for; what cannot be loaded is told. */
export function useLayer<Name extends string, Props>(load: Loaders<Name, Props>): Layer<Name, Props> {
  const [opened, setOpened] = useState<Layer<Name, Props>['opened']>(null);
  const [awaited, setAwaited] = useState<Name | null>(null);
  const open = (name: Name) => {
    setAwaited(name);
    load[name]()
      .then(
        ({ default: Shown }) => setOpened({ name, Shown }),
        () => toast.error('This could not be loaded. Check the connection and try again.'),
      )
      .finally(() => setAwaited(null));
  };
  return { opened, awaited, open, close: () => setOpened(null) };
}
