/** The address of a picture of the portal. The kit imports no calls; `mfe-admin/src/editor/pictures` holds it to that of the API. */
const ADDRESS = /^\/api\/press-releases\/pictures\/[0-9a-f]{24}\/[1-9]\d{0,3}$/;
/** As wide as the page where that is narrow, else as wide as running text. */
const SIZES = '(max-width: 767px) 100vw, 680px';

/** Returns the path of a picture of the portal, also of a whole address as it is copied from a page; null for any other one. */
function pathOf(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address, window.location.href);
  if (url?.origin !== window.location.origin || url.search !== '' || url.hash !== '') return null;
  return ADDRESS.test(url.pathname) ? url.pathname : null;
}

/** Whether each candidate is a picture of the portal with its width. */
function isOwnSet(srcset: string): boolean {
  return srcset.split(',').every((candidate) => {
    const [address = '', width = '', ...more] = candidate.trim().split(' ');
    return ADDRESS.test(address) && /^[1-9]\d{0,3}w$/.test(width) && more.length === 0;
  });
}

/**
 * Leaves of an element `img` a picture of the portal with what it needs: an alternative text, its size, and a choice of widths. Any
 * other picture is removed.
 */
export function tamePicture(picture: Element): void {
  const path = pathOf(picture.getAttribute('src'));
  if (path === null || !picture.hasAttribute('alt')) {
    picture.remove();
    return;
  }
  picture.setAttribute('src', path);
  for (const name of ['width', 'height'])
    if (!/^[1-9]\d{0,3}$/.test(picture.getAttribute(name) ?? '')) picture.removeAttribute(name);
  const srcset = picture.getAttribute('srcset');
  if (srcset === null) return;
  if (!isOwnSet(srcset)) {
    picture.removeAttribute('srcset');
    return;
  }
  for (const [name, value] of Object.entries({ sizes: SIZES, loading: 'lazy', decoding: 'async' }))
    picture.setAttribute(name, value);
}
