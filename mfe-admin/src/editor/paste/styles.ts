/** What is declared of an element by its style, by lower-case names. */
export type Declarations = ReadonlyMap<string, string>;

/** A rule of a sheet for a class, with or without the name of the element. Excel writes all of its looks so. */
const CLASS_RULE = /(?:^|[\s,}>])[a-z]*\.([\w-]+)\s*\{([^{}]*)\}/gi;

function declarationsIn(text: string): Declarations {
  return new Map(
    text.split(';').flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      if (colon < 0) return [];
      const value = declaration.slice(colon + 1).toLowerCase();
      return [[declaration.slice(0, colon).trim().toLowerCase(), value.trim()] as const];
    }),
  );
}

/** Returns a reader of what is declared of an element, by its classes in the sheets of the HTML and by its own style. */
export function styleReader(html: string): (element: Element) => Declarations {
  const classes = new Map<string, string>();
  // Cut, not matched: a million of beginnings takes no longer than one.
  for (const rest of html.split(/<style\b/i).slice(1))
    for (const [, name = '', rules = ''] of rest.split(/<\/style/i, 1)[0]?.matchAll(CLASS_RULE) ?? [])
      classes.set(name, `${classes.get(name) ?? ''};${rules}`);
  return (element) => {
    const ofClasses = [...element.classList].map((name) => classes.get(name) ?? '');
    return declarationsIn([...ofClasses, element.getAttribute('style') ?? ''].join(';'));
  };
}
