test('a style sheet has its effect by each part of a selector, as in a browser', () => {
  document.head.innerHTML = `<style>
    .css-1 { visibility: hidden } p.css-2, #three { display: none } li:not(.shown) { visibility: hidden }
    ul > .late { display: grid } [data-off] { display: none } .other { display: none; visibility: hidden }
    @media screen { .css-4 { display: inline-grid } }</style>`;
  document.body.innerHTML = `<div class="css-1">1</div><p class="x css-2">2</p><i id="three">3</i><b class="css-4">4</b>
    <ul><li class="late">5</li><li class="shown">6</li></ul><u data-off>7</u><section>8</section>`;
  const styleOf = (name: string) => {
    const element = document.querySelector(name);
    const { display, visibility } = getComputedStyle(element ?? document.body);
    return `${element?.textContent} ${display} ${visibility}`;
  };
  expect(['div', 'p', 'i', 'b', '.late', '.shown', 'u', 'section'].map(styleOf)).toEqual([
    '1 block hidden',
    '2 none visible',
    '3 none visible',
    '4 inline-grid visible',
    '5 grid hidden',
    '6 list-item visible',
    '7 none visible',
    '8 block visible',
  ]);
});
