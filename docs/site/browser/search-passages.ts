import MiniSearch from 'minisearch'
import { rootUrl } from './place.ts'
import { findPassages, type IndexedPassage, indexOptions } from './search-options.ts'

export type Hit = Pick<IndexedPassage, 'address' | 'title' | 'heading' | 'excerpt'>

const maxHits = 12

/** Loads the index, which takes a moment the first time, and finds passages. */
export async function openIndex(): Promise<(query: string) => Hit[]> {
  const file = document.documentElement.dataset.search ?? ''
  const response = await fetch(new URL(file, rootUrl), { signal: AbortSignal.timeout(60_000) })
  if (!response.ok) throw new Error(`${response.status}`)
  const index = MiniSearch.loadJSON<IndexedPassage>(await response.text(), indexOptions)
  return (query) => findPassages(index, query).slice(0, maxHits) as unknown as Hit[]
}
