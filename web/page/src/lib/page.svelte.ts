/** What all screens share: where the page is, the catalogue, the theme, and what is said aloud. */
import { untrack } from 'svelte';

import { engine } from '../engine/client';
import { language, speak, wanted, words } from '../text/language.svelte';
import { app } from '../text/en';
import { remember, remembered } from './memory';
import { format as written, parse, RouteError, type Route, type Screen } from './route';
import { isOwn, NAME } from './rules';
import type { Entry } from './types';

export const DEFAULT_ADDRESS = '3-4-5';

type Theme = 'light' | 'dark';

const KEY_THEME = 'bouton-theme';
const KEY_LAST = 'bouton-last-';

/** What a link says of a game beside its address, on the screens that carry the game along. */
const OF_A_GAME = ['from', 'moves', 'players', 'seed', 'end'];

/** Positions go along from screen to screen; sequences, tables and lessons have addresses of their own. */
const POSITIONAL: Screen[] = ['play', 'show', 'analyse', 'explore'];

class Page {
  route = $state<Route>({ screen: 'play', address: '', more: {} });
  /** A link that could not be read. */
  fault = $state('');
  games = $state<Entry[]>([]);
  theme = $state<Theme>('light');
  /** Whether the page is shown to a room: large, without menus, on the whole screen where the browser allows that. */
  presenting = $state(false);
  /** Read by screen readers when they change: what the engine says, in English, and what the page says. */
  told = $state('');
  said = $state('');
  /** Counts what was opened by a link, so that screens know when to begin anew. */
  visits = $state(0);
  /** The position on the board, which other screens open. */
  board = $state<string | undefined>();
  #catalogue: Promise<Entry[]> | undefined;
  /** The fragment that was read or written last: another one in the browser is a way somewhere that is about to be read. */
  #at = '';
  /** Rules that somebody wrote, packed for links: they go along wherever their game goes. */
  #rules = $state('');
  /** The screen with a position that was seen last: a look at the lessons must not cost anybody a game. */
  #positional = $derived.by<Route>((): Route => {
    if (POSITIONAL.includes(this.route.screen)) this.#last = this.route;
    return this.#last;
  });
  #last: Route = { screen: 'play', address: '', more: {} };

  start(): void {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const kept = remembered(KEY_THEME);
    this.setTheme(kept === 'dark' || kept === 'light' ? kept : dark ? 'dark' : 'light', false);
    addEventListener('hashchange', () => this.#read());
    // Escape leaves the whole screen before the page hears of it.
    addEventListener('fullscreenchange', () => {
      if (!document.fullscreenElement) this.present(false);
    });
    // A link to where one already is begins anew; of those the browser tells nobody.
    addEventListener('click', (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link?.href === location.href && !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey) this.#read();
    });
    this.#read();
  }

  present(on: boolean): void {
    this.presenting = on;
    document.documentElement.toggleAttribute('data-present', on);
    // Where it is refused, or unknown, all else is as large.
    if (on) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  }

  #read(): void {
    this.#at = location.hash;
    try {
      this.route = parse(location.hash);
      this.fault = '';
    } catch (error) {
      if (!(error instanceof RouteError)) throw error;
      this.fault = words('app', app).links[error.kind](error.letters);
      this.route = { screen: 'play', address: '', more: {} };
    }
    const { rules } = this.route.more;
    if (rules && rules !== this.#rules) {
      this.#rules = rules;
      engine.expect(
        import('./packing')
          .then(({ unpack }) => unpack(rules))
          .then(
            (text): [string, string] => [NAME, text],
            (error: unknown) => {
              this.fault = words('app', app).links.rules();
              // Nobody is to play other rules than the link has: those from before are forgotten, and a second try is one.
              if (this.#rules === rules) this.#rules = '';
              engine.learn(NAME, '');
              throw error;
            },
          ),
      );
    }
    this.visits += 1;
    const { lang } = this.route.more;
    if (lang && wanted(lang) !== language()) void speak(wanted(lang));
  }

  /** Takes rules that somebody writes here: links carry them from now on. */
  keepRules(packed: string): void {
    this.#rules = packed;
  }

  /** A route as a link, with the rules of a game that has its own. */
  #format({ screen, address, more }: Route): string {
    const own = this.#rules !== '' && [address, more['from'] ?? ''].some(isOwn);
    return written({ screen, address, more: own ? { ...more, rules: this.#rules } : more });
  }

  /** The route, without following it: a screen that writes the link must not begin anew for that. */
  routeNow(): Route {
    return untrack(() => this.route);
  }

  /** Goes somewhere else; the way back is the browser's. */
  go(route: Route): void {
    const fragment = this.#format(route);
    if (fragment === location.hash) this.#read();
    else location.hash = fragment;
  }

  /** The same screen about another address. */
  show(screen: Screen, address: string, more: Record<string, string> = {}): void {
    this.go({ screen, address, more });
  }

  /**
   * The link follows what happens on the screen, without a step in the browser's history; unless somebody has just
   * gone elsewhere, who must not be called back.
   */
  follow(address: string, more: Record<string, string> = {}): boolean {
    if (location.hash !== this.#at) return false;
    const { screen, address: before, more: given } = this.route;
    // A screen that explains a position of a game knows nothing of the game, which goes along.
    const along = given['from'] !== undefined && address === before ? ofGame(given) : {};
    const route = { screen, address, more: { ...along, ...more } };
    history.replaceState(null, '', this.#format(route));
    this.#at = location.hash;
    this.route = route;
    return true;
  }

  link(route: Route): string {
    return this.#format(route);
  }

  /** Where a screen is, seen from here: with the position that is on the board, and the game that led to it. */
  to(screen: Screen): string {
    if (!POSITIONAL.includes(screen)) return this.#format({ screen, address: '', more: {} });
    const { screen: at, address, more } = this.#positional;
    const { from: earlier, ...own } = ofGame(more);
    const here = this.board ?? address;
    const told = Object.keys(own).length > 0;
    const carried = at === 'play' || (at === 'explore' ? told : earlier !== undefined && here === address);
    if (!carried) return this.#format({ screen, address: here, more: {} });
    const start = earlier ?? address;
    // Play and Explore tell a game from its beginning.
    if (screen === 'play' || screen === 'explore') return this.#format({ screen, address: start, more: own });
    return this.#format({ screen, address: here, more: told ? { from: start || DEFAULT_ADDRESS, ...own } : {} });
  }

  setTheme(theme: Theme, keep = true): void {
    this.theme = theme;
    document.documentElement.dataset['theme'] = theme;
    if (keep) remember(KEY_THEME, theme);
  }

  say(said: string, told = ''): void {
    [this.said, this.told] = [said, told];
  }

  /** The catalogue, fetched once. */
  catalogue(): Promise<Entry[]> {
    this.#catalogue ??= engine.ask<{ games: Entry[] }>('catalogue', [], { kept: true }).then(({ games }) => {
      this.games = games;
      return games;
    });
    this.#catalogue.catch(() => (this.#catalogue = undefined));
    return this.#catalogue;
  }

  keepGame(name: string, fragment: string): void {
    remember(KEY_LAST + name, fragment);
  }

  lastGame(name: string): string | null {
    return remembered(KEY_LAST + name);
  }
}

/** Of all that a link says, what belongs to a game. */
const ofGame = (more: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(more).filter(([key, value]) => OF_A_GAME.includes(key) && value !== ''));

export const page = new Page();
