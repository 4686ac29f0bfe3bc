import type MiniSearch from 'minisearch'
import type { Options, SearchOptions, SearchResult } from 'minisearch'

/** A passage of a page as the search finds it. */
export interface IndexedPassage {
  id: number
  /** Address of the page with the anchor of the heading. */
  address: string
  title: string
  heading: string
  /** What else readers call it. */
  keywords: string
  text: string
  /** The first words, to be shown. */
  excerpt: string
}

const separators = /[\s\p{P}\p{S}]+/u
const hyphenated = /\p{L}+(?:-\p{L}+)+/gu
const joined = (word: string) => word.replaceAll('-', '')

/** How the index is made, at build time, and read, in the browser. A word with a hyphen is found with and without it. */
export const indexOptions: Options<IndexedPassage> = {
  fields: ['title', 'heading', 'keywords', 'text'],
  storeFields: ['address', 'title', 'heading', 'excerpt'],
  tokenize: (text) => [
    ...text.split(separators),
    ...Array.from(text.matchAll(hyphenated), ([word]) => joined(word)),
  ],
}

/** Pages that tell why, or what was, come after those that tell how; most readers look for these. */
const weights: readonly (readonly [RegExp, number])[] = [
  [/^(decisions|measurements)\//, 0.3],
  [/^(changelog|vocabulary|architecture|contributing|adding-a-runtime)\.html/, 0.3],
  [/^security\/attacks/, 0.3],
  [/^(api|reference)\//, 0.6],
]

const weightOf = (address: string) => weights.find(([pages]) => pages.test(address))?.[1] ?? 1

const searchOptions: SearchOptions = {
  tokenize: (text) => text.replaceAll(hyphenated, joined).split(separators),
  prefix: true,
  fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  combineWith: 'AND',
  boost: { title: 3, heading: 2, keywords: 6 },
  boostDocument: (_, __, stored) => weightOf(String(stored?.address)),
}

/** Passages with all words, best first; if there are none, those with some, which are better than nothing. */
export function findPassages(index: MiniSearch<IndexedPassage>, query: string): SearchResult[] {
  const found = index.search(query, searchOptions)
  return found.length > 0 ? found : index.search(query, { ...searchOptions, combineWith: 'OR' })
}
