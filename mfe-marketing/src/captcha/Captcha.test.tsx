import { render, screen, waitFor } from '@testing-library/react';
import Captcha from './Captcha.tsx';

jest.mock('./solve-altcha.ts', () => ({ solveAltcha: jest.fn() }));

type Options = Record<'callback' | 'expired-callback' | 'error-callback', (proof: string) => void> & {
  sitekey: string;
};

function provide(name: 'hcaptcha' | 'turnstile') {
  const options: Options[] = [];
  const remove = jest.fn();
  const render = (_: HTMLElement, given: Options) => {
    options.push(given);
    return 'widget';
  };
  Object.assign(window, { [name]: { render, remove } });
  return { options, remove };
}

afterEach(() => {
  for (const name of ['hcaptcha', 'turnstile']) Reflect.deleteProperty(window, name);
  for (const script of document.head.querySelectorAll('script')) script.remove();
});

it.each(['hcaptcha', 'turnstile'] as const)(
  '%s tells its proof and when it is over, and goes with the form',
  async (provider) => {
    const { options, remove } = provide(provider);
    const onChange = jest.fn();
    const { unmount } = render(<Captcha offer={{ provider, siteKey: 'site' }} onChange={onChange} />);
    await waitFor(() => expect(options).toHaveLength(1));
    expect(options[0]?.sitekey).toBe('site');
    options[0]?.callback('proof');
    expect(onChange).toHaveBeenLastCalledWith('proof');
    options[0]?.['expired-callback']('');
    expect(onChange).toHaveBeenLastCalledWith(null);
    unmount();
    expect(remove).toHaveBeenCalledWith('widget');
  },
);

it('says so when the provider cannot be reached, and its script does not stay', async () => {
  render(<Captcha offer={{ provider: 'turnstile', siteKey: 'site' }} onChange={() => {}} />);
  const script = document.head.querySelector('script');
  expect(script?.src).toMatch(/^https:\/\/challenges\.cloudflare\.com\//);
  script?.dispatchEvent(new Event('error'));
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded');
  expect(document.head.querySelector('script')).toBeNull();
});
