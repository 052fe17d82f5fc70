import { useSession } from '@cytocomm/session';

const views = new Map<string, string>();

// What somebody searched for is not the next person's.
let lastEmail = useSession.getState().email;
useSession.subscribe(({ email }) => {
  if (email !== lastEmail) views.clear();
  lastEmail = email;
});

/** Notes what the list at a path shows, as the fields of its address. */
export function noteView(path: string, fields: string): void {
  views.set(path, fields);
}

/** Returns the address of the list at a path as the person last saw it in this tab: searched, filtered and ordered. */
export function lastViewOf(path: string): string {
  const fields = views.get(path) ?? '';
  return fields === '' ? path : `${path}?${fields}`;
}
