/** Whether a file of a release is a source map, or a compressed one: never served, and in no page's lock. */
export function isSourceMap(path: string): boolean {
  return /\.map(\.(br|gz))?$/i.test(path);
}
