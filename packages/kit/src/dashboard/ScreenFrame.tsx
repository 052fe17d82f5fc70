import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './ScreenFrame.module.css';

/** Properties of {@link ScreenFrame}. */
export interface ScreenFrameProps {
  readonly title: string;
  /** The width of the screen, in CSS pixels: what is shown follows its own media queries. */
  readonly width: number;
  readonly children: ReactNode;
  /** Called by Escape. */
  readonly onEscape: () => void;
}

/** Copies the styles, the language and the theme of this page into a document. */
function dress(inner: Document): void {
  const { documentElement: root } = document;
  inner.documentElement.lang = root.lang;
  const { theme } = root.dataset;
  if (theme !== undefined) inner.documentElement.dataset.theme = theme;
  const sheets = [...document.querySelectorAll('link[rel="stylesheet"], style')];
  inner.head.replaceChildren(...sheets.map((sheet) => inner.importNode(sheet, true)));
}

/** A page of its own, as wide as a screen, drawn smaller where there is less room. Nothing in it leads away. */
export function ScreenFrame({ title, width, children, onEscape }: ScreenFrameProps) {
  const room = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [size, setSize] = useState({ height: 0, scale: 1 });
  const onLeave = useRef(onEscape);
  onLeave.current = onEscape;

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let shown: Document | undefined;
    const open = () => {
      const inner = element.contentDocument;
      if (!inner || inner === shown) return;
      shown = inner;
      dress(inner);
      inner.addEventListener('click', (event) => event.preventDefault());
      inner.addEventListener('keydown', ({ key }) => key === 'Escape' && onLeave.current());
      setBody(inner.body);
    };
    open();
    // Some browsers put the document there only now.
    element.addEventListener('load', open);
    return () => element.removeEventListener('load', open);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the content stands in another document then
  useEffect(() => {
    const measure = () =>
      setSize({
        height: content.current?.offsetHeight ?? 0,
        scale: Math.min(1, (room.current?.clientWidth || width) / width),
      });
    measure();
    if (!('ResizeObserver' in window)) return;
    const sizes = new ResizeObserver(measure);
    for (const element of [room.current, content.current]) if (element) sizes.observe(element);
    return () => sizes.disconnect();
  }, [body, width]);

  return (
    <div ref={room} className={classes.room} style={{ maxWidth: width, height: size.height * size.scale }}>
      <iframe
        ref={frame}
        title={title}
        className={classes.frame}
        style={{ width, height: size.height, transform: `scale(${size.scale})` }}
      />
      {body ? createPortal(<div ref={content}>{children}</div>, body) : null}
    </div>
  );
}
