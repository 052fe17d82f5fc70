/** Leaves the portal for another address in this tab. Returns whether it is one of the web; no other is gone to. */
export function leaveFor(address: string): boolean {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) return false;
  window.location.assign(address);
  return true;
}

/** Puts a file of the portal in the place of this page. */
export const replaceByFile = (path: string): void => window.location.replace(path);
