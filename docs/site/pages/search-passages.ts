import MiniSearch from 'minisearch'
import { type IndexedPassage, indexOptions } from '#docs/site/browser/search-options.ts'
import type { SitePage } from '#docs/site/site-page.ts'

const excerptLength = 140

/** The passages of all pages, to be loaded by the first search. */
export function indexPassages(pages: readonly SitePage[]): MiniSearch<IndexedPassage> {
  const index = new MiniSearch<IndexedPassage>(indexOptions)
  const passages = pages.flatMap(({ address, title, passages: own }) =>
    own
      .filter(({ heading, text }) => heading !== '' || text !== '')
      .map(({ anchor, heading, keywords, text }) => ({
        address: anchor ? `${address}#${anchor}` : address,
        title,
        heading,
        keywords,
        text,
        excerpt: text.length > excerptLength ? `${text.slice(0, excerptLength)} …` : text,
      })),
  )
  index.addAll(passages.map((passage, id) => ({ id, ...passage })))
  return index
}
