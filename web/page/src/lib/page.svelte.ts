/** What all screens share: where the page is, the catalogue, the theme, and what is said aloud. */
import { untrack } from 'svelte';

import { engine } from '../engine/client';
import { format, parse, RouteError, type Route, type Screen } from './route';
import type { Entry } from './types';

export const DEFAULT_ADDRESS = '3-4-5';

type Theme = 'light' | 'dark';

const KEY_THEME = 'bouton-theme';
const KEY_LAST = 'bouton-last-';

/** Local storage may be forbidden; then nothing is remembered. */
function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing depends on it.
  }
}

function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

class Page {
  route = $state<Route>({ screen: 'play', address: '', more: {} });
  /** A link that could not be read. */
  fault = $state('');
  games = $state<Entry[]>([]);
  theme = $state<Theme>('light');
  /** Read by screen readers when it changes. */
  said = $state('');
  /** Counts what was opened by a link, so that screens know when to begin anew. */
  visits = $state(0);
  /** The position on the board, which other screens open. */
  board = $state<string | undefined>();
  #catalogue: Promise<Entry[]> | undefined;

  start(): void {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const kept = remembered(KEY_THEME);
    this.setTheme(kept === 'dark' || kept === 'light' ? kept : dark ? 'dark' : 'light', false);
    addEventListener('hashchange', () => this.#read());
    // A link to where one already is begins anew; of those the browser tells nobody.
    addEventListener('click', (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link?.href === location.href && !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey) this.#read();
    });
    this.#read();
  }

  #read(): void {
    try {
      this.route = parse(location.hash);
      this.fault = '';
    } catch (error) {
      if (!(error instanceof RouteError)) throw error;
      this.fault = error.message;
      this.route = { screen: 'play', address: '', more: {} };
    }
    this.visits += 1;
  }

  /** The route, without following it: a screen that writes the link must not begin anew for that. */
  routeNow(): Route {
    return untrack(() => this.route);
  }

  /** Goes somewhere else; the way back is the browser's. */
  go(route: Route): void {
    const fragment = format(route);
    if (fragment === location.hash) this.#read();
    else location.hash = fragment;
  }

  /** The same screen about another address. */
  show(screen: Screen, address: string, more: Record<string, string> = {}): void {
    this.go({ screen, address, more });
  }

  /** The link follows what happens on the screen, without a step in the browser's history. */
  follow(address: string, more: Record<string, string> = {}): void {
    const route = { screen: this.route.screen, address, more };
    history.replaceState(null, '', format(route));
    this.route = route;
  }

  link(route: Route): string {
    return format(route);
  }

  setTheme(theme: Theme, keep = true): void {
    this.theme = theme;
    document.documentElement.dataset['theme'] = theme;
    if (keep) remember(KEY_THEME, theme);
  }

  say(text: string): void {
    this.said = text;
  }

  /** The catalogue, fetched once. */
  catalogue(): Promise<Entry[]> {
    this.#catalogue ??= engine.ask<{ games: Entry[] }>('catalogue').then(({ games }) => {
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

export const page = new Page();
