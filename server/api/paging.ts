import type { Page } from '#platform/model/store.ts'
import { count, countUpTo, type Query, readQuery } from './http/query.ts'

/** Parameters of a list that clients may read in pages; without them it is whole. */
export const pageParameters = { limit: countUpTo(1000), offset: count }

/** Items of the page that was asked for, and the path of the next one if there is one. */
export async function readPage<Item>(
  { query, request }: { query: Query<keyof typeof pageParameters>; request: Request },
  list: (page: Page) => Promise<Item[]>,
): Promise<{ items: Item[]; link: string | undefined }> {
  const { limit, offset = 0 } = readQuery(query, pageParameters)
  if (limit === undefined) return { items: await list({ offset }), link: undefined }
  // One more tells whether there is a next page.
  const found = await list({ limit: limit + 1, offset })
  if (found.length <= limit) return { items: found, link: undefined }
  const { pathname, searchParams } = new URL(request.url)
  searchParams.set('limit', String(limit))
  searchParams.set('offset', String(offset + limit))
  return { items: found.slice(0, limit), link: `${pathname}?${searchParams}` }
}

/** The response with the next page, relative to the request, because proxies may serve the API under another address (RFC 8288). */
export function withLink(response: Response, link: string | undefined): Response {
  if (link !== undefined) response.headers.set('link', `<${link}>; rel="next"`)
  return response
}
