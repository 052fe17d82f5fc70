/** Leaves the portal for another address in this tab. Returns whether it is one of the web; no other is gone to. */
export function leaveFor(address: string): boolean {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) return false;
  window.location.assign(address);
  return true;
}
