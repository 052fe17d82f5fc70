/** Where the lab software is when the page does not say: in the stand-alone harness. */
const EXAMPLE = 'https://lab.cytocomm.example/';

/**
 * Returns the external site with the software that reads the sensors: the deployment's setting, which stands in the
 * page.
 */
export function labSoftware(page: Document): string {
  const address = page.querySelector<HTMLMetaElement>('meta[name="lab-software"]')?.content;
  return address !== undefined && /^https?:\/\//.test(address) ? address : EXAMPLE;
}
