import { type PageRoom, TooBusy } from './page-room.ts';

/** How many rooms are open at most. A process takes some 100 MB; remotes with public pages are few, and a lock before or a canary beside comes on top. */
export const MAX_ROOMS = 4;

/** The rooms that are open, by the releases that they render. */
export interface PageRooms {
  /** The room of this name; opened, where there is none, in the place of the one that has been at rest for longest. Throws TooBusy. */
  get(name: string, open: () => PageRoom): PageRoom;
  end(): void;
}

/** No rooms yet. */
export function createPageRooms(): PageRooms {
  const rooms = new Map<string, PageRoom>();

  function makeRoom(): void {
    if (rooms.size < MAX_ROOMS) return;
    for (const [name, room] of rooms)
      if (!room.busy) {
        rooms.delete(name);
        room.end();
        return;
      }
    throw new TooBusy(`all ${MAX_ROOMS} processes are at work`);
  }

  return {
    get(name, open) {
      const known = rooms.get(name);
      if (known) rooms.delete(name);
      else makeRoom();
      const room = known ?? open();
      rooms.set(name, room);
      return room;
    },
    end() {
      for (const room of rooms.values()) room.end();
      rooms.clear();
    },
  };
}
