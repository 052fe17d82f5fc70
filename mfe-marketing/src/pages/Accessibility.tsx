import { PageHero } from '../blocks/PageHero.tsx';
import { Split } from '../blocks/TextSections.tsx';
import { company } from '../content/company.ts';
import classes from './notices.module.css';

const opening = {
  title: 'For everybody who reads here.',
  lead: 'What our tests look at, what we know is missing, and how to tell us.',
};

const tested = {
  title: 'What is tested',
  points: [
    {
      title: 'Automatic checks',
      text: 'Every public page and every dashboard is checked with axe-core, on a wide screen and on a phone, and has to be without a finding. Such checks find a part of the barriers, not all.',
    },
    {
      title: 'Keyboard',
      text: 'Menus, cards, forms and dialogs are operated by keyboard alone in tests, which also look where the focus is after each action.',
    },
    {
      title: 'Settings of your own',
      text: 'Figures are drawn in the colors of your system where it forces its own. Pages fit screens from 320 pixels on without scrolling sideways. Where less motion is asked for, nothing drifts.',
    },
    {
      title: 'Without scripts',
      text: 'Every public page can be read, and both forms tell how sending them ended. The check that you are not a robot needs scripts; without it, write to us by e-mail.',
    },
  ],
};

const limits = {
  title: 'What we know is missing',
  paragraphs: [
    'The film on the home page is a demonstration by its provider, in the place of ours: it has no transcript here.',
    'Documents that members download are not checked for accessibility.',
    'No person who uses a screen reader every day has tested the site for us yet, and no one from outside has audited it. So we claim conformance with no standard.',
  ],
};

const report = {
  title: 'Tell us what stands in your way',
  paragraphs: [
    'Say which page, what you wanted to do, and what you use. If you need something from this site in another form, ask for it.',
  ],
};

/** What is tested for people with other means than eyes and a mouse, and what is not. */
export default function Accessibility() {
  return (
    <>
      <PageHero opening={opening} />
      <Split {...tested} tone="mist" />
      <Split {...limits} />
      <Split {...report} tone="mist">
        <p className={classes.write}>
          <a href={`mailto:${company.email}?subject=Accessibility`}>Write to {company.email}</a>
        </p>
      </Split>
    </>
  );
}
