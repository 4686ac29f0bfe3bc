import type { Plugin } from 'vite'

/** Texts of react-aria for screen readers: a file per language. */
const otherLanguage =
  /[\\/]react-(aria|stately|aria-components)[\\/].*[\\/](?!en-US)[a-z]{2}-[A-Z]{2}\.m?js$/

/** Leaves the texts of libraries in other languages out, because the console speaks English: 34 languages are 12 KB compressed. */
export const englishOnly = (): Plugin => ({
  name: 'english-only',
  enforce: 'pre',
  load: (id) => (otherLanguage.test(id) ? 'export default {}' : undefined),
})
