import type { Plugin } from 'vite'
import { chosenThemeCss, tokensCss } from '#kit/text/design-tokens.ts'

const name = 'virtual:design-tokens.css'

/** Serves the colours that the console shares with the server's pages as a style sheet. */
export const designTokens = (): Plugin => ({
  name: 'design-tokens',
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load: (id) => (id === `\0${name}` ? `${tokensCss}\n${chosenThemeCss}\n` : undefined),
})
