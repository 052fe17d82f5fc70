import { type RefObject, useEffect, useEffectEvent } from 'react';
import { FOCUSABLE, focusNear } from '../focus/focus.ts';

/** What a modal layer needs to know. */
export interface ModalLayerOptions {
  /** The layer's element, focusable by script (`tabIndex={-1}`). */
  readonly layer: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly onEscape: () => void;
  /** Gets the focus on opening; without it the layer itself does. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
}

/** Open layers, the topmost last: only that one answers Escape and Tab. */
const openLayers: HTMLElement[] = [];

/** Undoes what keeps the page from scrolling; set while a layer is open, whichever closes last. */
let restoreScroll: () => void = () => undefined;

function stopScroll(): void {
  const page = document.documentElement.style;
  const { overflow, scrollbarGutter } = page;
  // Where a scrollbar takes room, its place is kept, so that nothing shifts.
  if (window.innerWidth > document.documentElement.clientWidth) page.scrollbarGutter = 'stable';
  page.overflow = 'hidden';
  restoreScroll = () => {
    page.overflow = overflow;
    page.scrollbarGutter = scrollbarGutter;
  };
}

/** Returns everything beside the layer, up to the body, but for notifications, which stay usable. */
function elementsBeside(layer: HTMLElement): Element[] {
  const siblings: Element[] = [];
  for (let node = layer; node.parentElement && node !== document.body; node = node.parentElement) {
    for (const sibling of node.parentElement.children) {
      if (sibling !== node && !sibling.hasAttribute('inert') && !sibling.hasAttribute('data-over-layers'))
        siblings.push(sibling);
    }
  }
  return siblings;
}

const controlsIn = (place: Element) =>
  [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((control) => !control.closest('[inert], [hidden]'));

/** Returns the last control on the way of Tab, or of Shift and Tab. */
const edgeOf = (controls: readonly HTMLElement[], { shiftKey }: KeyboardEvent) =>
  shiftKey ? controls[0] : controls.at(-1);

function keepTabInside(event: KeyboardEvent, layer: HTMLElement) {
  const active = document.activeElement;
  // Notifications have controls of their own; the layer comes after them.
  const over = active?.closest('[data-over-layers]');
  if (over && active !== edgeOf(controlsIn(over), event)) return;
  const controls = controlsIn(layer);
  const edge = edgeOf(controls, event);
  const outside = !active || !layer.contains(active);
  if (active !== edge && !outside && !(event.shiftKey && active === layer)) return;
  event.preventDefault();
  const next = event.shiftKey ? controls.at(-1) : controls[0];
  next?.focus();
}

/** The opener may be gone, or not shown any more: then the place it stood in takes the focus. */
function returnFocus(opener: HTMLElement) {
  // Closed together with the layer that it was opened from: that one has returned the focus already.
  if (!opener.isConnected && document.activeElement !== document.body) return;
  opener.focus({ preventScroll: true });
  if (document.activeElement !== opener) focusNear(opener);
}

/**
 * Makes an element modal while open: the rest is inert and does not scroll, Tab stays inside, Escape asks to close, and
 * the focus returns to where it came from.
 */
export function useModalLayer({ layer, open, onEscape, initialFocus }: ModalLayerOptions): void {
  const askToClose = useEffectEvent(onEscape);

  useEffect(() => {
    const element = layer.current;
    if (!open || !element) return;
    const opener = document.activeElement;
    const others = elementsBeside(element);
    for (const other of others) other.setAttribute('inert', '');
    if (openLayers.length === 0) stopScroll();
    openLayers.push(element);
    (initialFocus?.current ?? element).focus({ preventScroll: true });

    const onKeyDown = (event: KeyboardEvent) => {
      if (openLayers.at(-1) !== element || event.defaultPrevented) return;
      if (event.key === 'Tab') keepTabInside(event, element);
      if (event.key !== 'Escape') return;
      event.preventDefault();
      askToClose();
    };
    document.addEventListener('keydown', onKeyDown);

    return () => {
      document.removeEventListener('keydown', onKeyDown);
      openLayers.splice(openLayers.lastIndexOf(element), 1);
      for (const other of others) other.removeAttribute('inert');
      if (openLayers.length === 0) restoreScroll();
      if (opener instanceof HTMLElement && opener !== document.body) returnFocus(opener);
    };
  }, [open, layer, initialFocus]);
}
