/** Returns the name of the global under which a remote's entry script leaves its container. */
export function containerName(remoteName: string): string {
  return remoteName.replaceAll('-', '_');
}
