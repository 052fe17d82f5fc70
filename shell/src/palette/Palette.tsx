import { MAX_FOUND_OF_KIND, type RecordKind, type SearchAnswer, searchedWords, searchPortal } from '@cytocomm/contract';
import { Button, CalendarDate, classNames, Icon, Tag, useModalLayer, useNavigate, VisuallyHidden } from '@cytocomm/kit';
import { endpoint, PortalApiProvider, problemMessage } from '@cytocomm/portal-api';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { fittingOffers, foldedOffers, foundOffers, type Offer, type PaletteScope, standingOffers } from './offers.ts';
import classes from './palette.module.css';

/** Pause in typing before the server is queried, in ms. */
const PAUSE_MS = 200;
/** The limit of the contract. */
const MAX_LENGTH = 100;

const { useQuery } = endpoint(searchPortal, {
  tags: ['User', 'Document', 'PressRelease', 'Event'],
  keepUnusedDataFor: 30,
});

/** Returns a value debounced by PAUSE_MS. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The state of a search. */
interface Search {
  /** Undefined without words, while loading, and after a failure. */
  readonly answer: SearchAnswer | undefined;
  readonly isAwaited: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Searches on the server, once the words have settled. */
function useSearch(text: string): Search {
  const words = searchedWords(text.slice(0, MAX_LENGTH));
  const settledWords = useSettled(words);
  const skip = settledWords === '' || words === '';
  const { currentData, isFetching, error, refetch } = useQuery({ query: { q: settledWords } }, { skip });
  const isPaused = words !== settledWords;
  return {
    answer: skip || isPaused ? undefined : currentData,
    isAwaited: words !== '' && (isPaused || isFetching),
    error: skip || isPaused || isFetching ? undefined : error,
    retry: () => void refetch(),
  };
}

/** Properties of {@link Palette}. */
export interface PaletteProps extends PaletteScope {
  readonly onClose: () => void;
}

/** The palette over the page: one field that finds pages, actions and records, by keyboard or touch. */
export default function Palette(props: PaletteProps) {
  return createPortal(
    <PortalApiProvider>
      <OpenPalette {...props} />
    </PortalApiProvider>,
    document.body,
  );
}

function OpenPalette({ onClose, ...scope }: PaletteProps) {
  const [text, setText] = useState('');
  const [unfolded, setUnfolded] = useState<readonly RecordKind[]>([]);
  const [activeId, setActiveId] = useState<string | null>(null);
  const layer = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const listId = useId();
  useModalLayer({ layer, open: true, onEscape: onClose, initialFocus: field });

  const search = useSearch(text);
  const [standing] = useState(() => standingOffers(scope));
  const fitting = fittingOffers(standing, text);
  const found = foundOffers(scope, search.answer?.items ?? []);
  const offers = [...fitting, ...foldedOffers(found, unfolded)];
  const isCut = [...Map.groupBy(found, ({ kind }) => kind).values()].some(({ length }) => length >= MAX_FOUND_OF_KIND);
  const place = Math.max(
    0,
    offers.findIndex(({ id }) => id === activeId),
  );
  const active = offers[place];
  const idOf = (offer: Offer) => `${listId}-${offers.indexOf(offer)}`;

  const activeElementId = active && idOf(active);
  useEffect(() => {
    if (activeElementId !== undefined) document.getElementById(activeElementId)?.scrollIntoView?.({ block: 'nearest' });
  }, [activeElementId]);

  const choose = ({ act }: Offer) => {
    if ('unfold' in act) {
      setUnfolded([...unfolded, act.unfold]);
      setActiveId(act.next);
      field.current?.focus();
      return;
    }
    // Closed first: the focus goes back to where it was, and from there to the page that opens.
    flushSync(onClose);
    if ('to' in act) navigate(act.to);
    else if ('run' in act) act.run();
    else window.open(act.file, '_blank', 'noopener');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Of a keyboard that composes characters.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && offers.length > 0) {
      event.preventDefault();
      setActiveId(offers[(place + step + offers.length) % offers.length]?.id ?? null);
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      choose(active);
    }
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.target === event.currentTarget) onClose();
  };

  return (
    <div className={classes.scrim} data-tone="paper" onPointerDown={onPointerDown}>
      <div ref={layer} role="dialog" aria-modal="true" aria-label="Search" tabIndex={-1} className={classes.palette}>
        <div className={classes.head}>
          <Icon name="search" size="small" />
          <input
            ref={field}
            type="text"
            role="combobox"
            aria-label="Search pages, actions and records"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={active && idOf(active)}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            placeholder="Search"
            className={classes.field}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setActiveId(null);
              setUnfolded([]);
            }}
            onKeyDown={onKeyDown}
          />
          <button type="button" className={classes.close} aria-label="Close" onClick={onClose}>
            <Icon name="close" size="small" />
          </button>
        </div>
        <div className={classes.results}>
          <div role="listbox" id={listId} aria-label="Results" className={classes.list}>
            {groupsOf(offers).map(([group, members]) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
              <div key={group} role="group" aria-label={group}>
                <p aria-hidden="true" className={classes.group}>
                  {group}
                </p>
                {members.map((offer) => (
                  <Line
                    key={offer.id}
                    offer={offer}
                    id={idOf(offer)}
                    isActive={offer === active}
                    onChoose={() => choose(offer)}
                  />
                ))}
              </div>
            ))}
          </div>
          <State search={search} text={text.trim()} count={fitting.length + found.length} isCut={isCut} />
        </div>
        <p className={classes.keys} aria-hidden="true">
          <kbd>↑</kbd>
          <kbd>↓</kbd> to choose, <kbd>Enter</kbd> to open, <kbd>Esc</kbd> to close
        </p>
      </div>
    </div>
  );
}

const groupsOf = (offers: readonly Offer[]) => [...Map.groupBy(offers, ({ group }) => group)];

interface LineProps {
  readonly offer: Offer;
  readonly id: string;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

function Line({ offer: { title, about, date, status, icon }, id, isActive, onChoose }: LineProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which has the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the field names the active option
    <div
      role="option"
      id={id}
      aria-selected={isActive}
      className={classNames(classes.line, isActive && classes.active)}
      onClick={onChoose}
    >
      <Icon name={icon} size="small" />
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.about}>
          {status ? <Tag tone={status === 'draft' ? 'neutral' : 'amber'}>{status}</Tag> : null}
          {about !== '' || date ? (
            <span>
              {about}
              {about !== '' && date ? ' · ' : null}
              {date ? <CalendarDate date={date} /> : null}
            </span>
          ) : null}
        </span>
      </span>
    </div>
  );
}

interface StateProps {
  readonly search: Search;
  readonly text: string;
  readonly count: number;
  /** Whether there may be more of a kind than an answer holds. */
  readonly isCut: boolean;
}

/** Below the list: what the search is waiting for, or what became of it. Spoken, too. */
function State({ search, text, count, isCut }: StateProps) {
  const { answer, isAwaited, error, retry } = search;
  const isEmpty = count === 0 && !isAwaited && error === undefined;
  return (
    <>
      {error === undefined ? null : (
        <div className={classes.state}>
          <p role="alert">{problemMessage(error)} Pages and actions are found all the same.</p>
          <Button variant="secondary" size="small" onClick={retry}>
            Search again
          </Button>
        </div>
      )}
      {isAwaited ? <p className={classes.state}>Searching…</p> : null}
      {isEmpty ? <p className={classes.state}>Nothing found for “{text}”. Try a part of a name or title.</p> : null}
      {answer !== undefined && answer.late.length > 0 ? (
        <p className={classes.state}>The search took too long for some records. Type more of the title.</p>
      ) : null}
      {isCut ? (
        <p className={classes.state}>Only the first {MAX_FOUND_OF_KIND} are listed. Type more to narrow the search.</p>
      ) : null}
      <VisuallyHidden>
        <span role="status">{isAwaited ? 'Searching…' : describeCount(count)}</span>
      </VisuallyHidden>
    </>
  );
}

function describeCount(count: number): string {
  if (count === 0) return 'Nothing found';
  return count === 1 ? '1 result' : `${count} results`;
}
