/** Returns a Content-Security-Policy in which a directive has further sources; a policy without the directive stays as it is. */
export function withSources(policy: string, directive: string, sources: readonly string[]): string {
  if (sources.length === 0) return policy;
  return policy
    .split(';')
    .map((part) => (part.startsWith(`${directive} `) ? [part, ...sources].join(' ') : part))
    .join(';');
}
