import { own } from '#protocol/json-value.ts'
import { type Problem, warning } from '#protocol/problem.ts'

/** Pages of the console that not every add-on has; its provider says which ones its add-ons have. */
export const addonPages = ['data', 'files', 'backups', 'values'] as const
export type AddonPage = (typeof addonPages)[number]

/** What add-ons have whose provider does not say. */
const usual: readonly AddonPage[] = ['backups']

/** The pages that a manifest lists; of those that this version does not know there are none. */
export function pagesIn(manifest: unknown): readonly AddonPage[] {
  const listed = own(own(manifest, 'api'), 'pages')
  return Array.isArray(listed) ? addonPages.filter((page) => listed.includes(page)) : usual
}

/** Pages that cannot be shown. Only warnings: the key may have had another meaning before. */
export function pageWarnings(pages: unknown): Problem[] {
  const path = 'api.pages'
  if (pages === undefined) return []
  if (!Array.isArray(pages)) return [warning(path, 'Give a list of pages, such as ["backups"].')]
  const offered = addonPages.filter((page) => page !== 'values')
  return pages.flatMap((page, place) =>
    offered.some((known) => known === page)
      ? []
      : [warning(`${path}[${place}]`, `There is no such page. There are: ${offered.join(', ')}.`)],
  )
}
