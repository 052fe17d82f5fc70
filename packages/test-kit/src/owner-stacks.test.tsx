const stackOf = (element: object): unknown => Reflect.get(element, '_debugStack');

it('React takes no stack for the elements that a test makes', () => {
  const first = <b>one</b>;
  expect(stackOf(first)).toBeInstanceOf(Error);
  expect(stackOf(<i>two</i>)).toBe(stackOf(first));
});
