import type { Options } from 'minisearch'

/** A passage of a page as the search finds it. */
export interface IndexedPassage {
  id: number
  /** Address of the page with the anchor of the heading. */
  address: string
  title: string
  heading: string
  text: string
  /** The first words, to be shown. */
  excerpt: string
}

/** How the index is made, at build time, and read, in the browser. */
export const indexOptions: Options<IndexedPassage> = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['address', 'title', 'heading', 'excerpt'],
}
