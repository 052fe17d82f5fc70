/** How long a browser may take to begin a download, in ms. */
const BEGINS_WITHIN_MS = 60_000;

/** Lets the person save a file that was made in the page. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), BEGINS_WITHIN_MS);
}
