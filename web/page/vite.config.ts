import { renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What a hosted page may load: its own files, and nothing from anywhere else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * Writes the policy into the page, where the host sets no headers; and what to do instead where somebody opens it as
 * a file: browsers load no modules from there, so this is a script of the old kind.
 */
function policy(): Plugin {
  return {
    name: 'bouton-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
        injectTo: 'head-prepend',
      },
      { tag: 'script', attrs: { src: './opened-as-a-file.js' }, injectTo: 'body' },
    ],
  };
}

/** The single file is named after the project and stands beside the hosted page. */
function named(): Plugin {
  return {
    name: 'bouton-named',
    apply: 'build',
    closeBundle: () => renameSync(here('../dist/single/index.html'), here('../dist/bouton.html')),
  };
}

export default defineConfig(({ mode }) => {
  const single = mode === 'single';
  return {
    root: here('.'),
    base: './',
    // The single file stands alone.
    publicDir: single ? (false as const) : here('public'),
    plugins: single ? [svelte(), viteSingleFile(), named()] : [svelte(), policy()],
    resolve: {
      alias: { '#spawn': here(single ? 'src/engine/spawn.single.ts' : 'src/engine/spawn.ts') },
    },
    // From a file, Chromium starts no worker that is a module.
    worker: { format: single ? ('iife' as const) : ('es' as const) },
    build: {
      outDir: here(single ? '../dist/single' : '../dist'),
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: single ? Number.MAX_SAFE_INTEGER : 0,
      modulePreload: { polyfill: false },
    },
  };
});
