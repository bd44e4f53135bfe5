/** Starts the Chromium that is on this machine. */
import { existsSync } from 'node:fs';

import { chromium } from 'playwright-core';

const PLACES = [process.env.BOUTON_CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export const SIZES = { laptop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

export async function launch() {
  const executablePath = PLACES.find((path) => path && existsSync(path));
  if (!executablePath) {
    throw new Error('There is no Chromium: `apt-get install chromium-headless-shell`, or name one in BOUTON_CHROMIUM.');
  }
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}
