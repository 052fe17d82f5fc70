/** Loads the list of notifications, which is opened from the bell, the palette and the overview. */
export const loadNotifications = () => import('./Notifications.tsx');
