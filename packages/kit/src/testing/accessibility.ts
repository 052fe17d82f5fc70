import axe from 'axe-core';

/** Returns what axe finds in an element, one line each. Colours are left out: jsdom computes no styles. */
export async function accessibilityProblems(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}
