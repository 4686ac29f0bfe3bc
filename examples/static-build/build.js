import { mkdirSync, writeFileSync } from 'node:fs'

/** Stands for a bundler: writes a page and a script to `dist/`. */
mkdirSync('dist/assets', { recursive: true })
writeFileSync(
  'dist/index.html',
  '<!doctype html><title>App</title><div id="app"></div><script src="/assets/app.js"></script>\n',
)
writeFileSync(
  'dist/assets/app.js',
  "document.getElementById('app').textContent = `You are at ${location.pathname}`\n",
)
