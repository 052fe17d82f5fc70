import { type PageRoom, TooBusy } from './page-room.ts';

/** How many rooms are open at most; a process takes some 100 MB. */
export const MAX_ROOMS = 4;

/** The open rooms, by their releases. */
export interface PageRooms {
  /** Returns the room of this name, or opens it in place of the longest idle one. Throws TooBusy. */
  get(name: string, open: () => PageRoom): PageRoom;
  end(): void;
}

/** Creates an empty set of rooms. */
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
      const existing = rooms.get(name);
      if (existing) rooms.delete(name);
      else makeRoom();
      const room = existing ?? open();
      rooms.set(name, room);
      return room;
    },
    end() {
      for (const room of rooms.values()) room.end();
      rooms.clear();
    },
  };
}
