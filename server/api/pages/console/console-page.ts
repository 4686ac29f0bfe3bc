import { html, redirect } from '#api/http/response.ts'
import { loginPath } from '#api/pages/login-destinations.ts'
import { page } from '#api/pages/page.ts'
import { type PageCall, pageEndpoint } from '#api/pages/page-endpoint.ts'
import { consoleDocument } from './console-document.ts'

/** Addresses of the console by pattern. The console itself decides what is at an address. */
const paths = [
  '/',
  '/organisations/:ownerId',
  '/organisations/:ownerId/:part',
  '/organisations/:ownerId/:part/:id',
  '/organisations/:ownerId/:part/:id/:tab',
  '/organisations/:ownerId/:part/:id/:tab/:item',
  '/account',
  '/account/:part',
  '/operator',
  '/operator/:part',
  '/operator/:part/:id',
  '/create',
  '/create/:what',
  '/create/:what/:id',
]

const title = 'Console'

/**
 * The same page at all addresses, whatever is there and whoever may see it: what exists is only told by the API. Without
 * a session the user logs in first and returns.
 */
export const consolePages = paths.map((path) =>
  pageEndpoint({
    method: 'GET',
    path,
    title,
    summary: 'The console',
    async handle(call) {
      const { pathname, search } = new URL(call.request.url)
      // Each page has one address.
      if (pathname !== '/' && pathname.endsWith('/'))
        return redirect(pathname.slice(0, -1) + search)
      if (!call.visit.user) return redirect(loginPath(returningTo(call.fields, pathname + search)))
      return showConsole(call)
    },
  }),
)

/** Fields that say where to return to: those of another flow, or the address itself. */
function returningTo(fields: URLSearchParams, next: string): URLSearchParams {
  return next === '/' ? fields : new URLSearchParams({ next })
}

async function showConsole({ consoleFiles, request }: PageCall): Promise<Response> {
  return (await consoleDocument(consoleFiles, request)) ?? notBuilt(consoleFiles.isBuilding())
}

function notBuilt(isBuilding: boolean): Response {
  const sentence = isBuilding
    ? 'It takes less than a minute. This page then shows it.'
    : 'The operator finds the reason in the log of the server. The API and the command-line tool work without it.'
  const response = html(
    page(
      isBuilding ? 'The console is being built' : 'The console is not built',
      `<p>${sentence}</p>`,
    ),
    503,
  )
  if (isBuilding) response.headers.set('refresh', '2')
  return response
}
