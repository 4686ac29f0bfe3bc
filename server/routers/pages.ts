import { escapeHtml } from '#kit/text/html.ts'
import { baseCss, mark } from '#kit/text/page-design.ts'
import type {
  MaintenanceRule,
  OwnPages,
  PageName,
} from '#platform/model/hosting/visitors/visitor-rules.ts'

/** Reason why the router answers itself. */
export type ErrorPage =
  | 'bad-request'
  | 'misdirected'
  | 'unknown-host'
  | 'stopped'
  | 'starting'
  | 'crowded'
  | 'stalled'
  | 'gone'
  | 'late'
  | 'maintenance'
  | 'unauthorized'
  | 'guessing'

/** What an owner says about a maintenance. */
export type MaintenanceText = Pick<MaintenanceRule, 'message' | 'until'>

interface Page {
  status: number
  title: string
  /** The problem, and what to do about it. */
  explain(host: string, maintenance?: MaintenanceText): [string, string]
  /** Seconds after which the browser asks again. */
  reloadAfter?: number
  /** Seconds after which a program may ask again; by default those of the browser. */
  retryAfter?: number
}

const pages: Record<ErrorPage, Page> = {
  'bad-request': {
    status: 400,
    title: 'This request cannot be served',
    explain: () => [
      'The request does not name one application.',
      'Check the address and the Host header that were sent.',
    ],
  },
  misdirected: {
    status: 421,
    title: 'This request came over a connection for another address',
    explain: (host) => [
      `The connection was opened for another address than ${host}, and its certificate does not cover this one.`,
      'Open the address again. If you wrote the program that sent this, let the host name of TLS and the Host header be the same.',
    ],
  },
  'unknown-host': {
    status: 404,
    title: 'There is no application here',
    explain: (host) => [
      `No application uses the address ${host}.`,
      'Check the spelling of the address. If the application is yours, check that this domain was added to it and that it was deployed.',
    ],
  },
  stopped: {
    status: 503,
    title: 'This application is stopped',
    explain: (host) => [
      `The application at ${host} is not running.`,
      'If it is yours, push a commit or restart it.',
    ],
  },
  starting: {
    status: 503,
    title: 'This application is being started',
    explain: (host) => [
      `The application at ${host} is being started.`,
      'This page reloads automatically. If the application is yours, its log shows the progress.',
    ],
    reloadAfter: 3,
  },
  crowded: {
    status: 503,
    title: 'There are too many requests at once',
    explain: () => [
      'Your network has too many requests under way here.',
      'Try again when some of them have ended.',
    ],
  },
  stalled: {
    status: 408,
    title: 'The upload has stopped',
    explain: () => [
      'The rest of the request did not arrive in time.',
      'Check your connection, and send it again.',
    ],
  },
  gone: {
    status: 502,
    title: 'This application does not answer',
    explain: (host) => [
      `The application at ${host} closed the connection without an answer.`,
      'Try again in a moment. If the application is yours, check its log.',
    ],
  },
  late: {
    status: 504,
    title: 'This application is too slow',
    explain: (host) => [
      `The application at ${host} did not answer in time.`,
      'Try again in a moment. If the application is yours, check its log.',
    ],
  },
  maintenance: {
    status: 503,
    title: 'This application is under maintenance',
    explain: (_host, { message, until } = { message: '', until: null }) => [
      message || 'It will be back soon.',
      until === null
        ? 'Try again later.'
        : `It is expected back on ${new Date(until).toISOString().slice(0, 16).replace('T', ' at ')} UTC.`,
    ],
  },
  unauthorized: {
    status: 401,
    title: 'This application asks for a name and a password',
    explain: (host) => [
      `The application at ${host} is open to those who have been given a name and a password.`,
      'Open the page again to enter them.',
    ],
  },
  guessing: {
    status: 429,
    title: 'There were too many wrong passwords',
    explain: () => [
      'Your network has sent too many wrong names or passwords.',
      'Try again in a minute.',
    ],
    retryAfter: 60,
  },
}

/** The pages of an application in place of those of the router. */
const ownNames: Partial<Record<ErrorPage, PageName>> = {
  stopped: '503',
  starting: '503',
  gone: '502',
  late: '504',
  maintenance: 'maintenance',
  unauthorized: '401',
}

/** Those of the router that an application can replace, with the names of what replaces them. */
export const replaceablePages = Object.entries(ownNames) as [ErrorPage, PageName][]

/** The page of the application itself; `undefined` when it has none. */
export const ownPage = (page: ErrorPage, pages: OwnPages | undefined): string | undefined => {
  const name = ownNames[page]
  return pages && name && pages[name]
}

/** What the router's pages may load. */
export const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'"

/** Headers of every page. */
export const pageHeaders: string[] = [
  'Cache-Control',
  'no-store',
  'Content-Security-Policy',
  pagePolicy,
  'X-Content-Type-Options',
  'nosniff',
]

/** Headers of one page. */
export const headersOf = (page: ErrorPage): string[] => [...pageHeaders, ...retryAfterOf(page)]

/** Headers of an application's own page, which may load what it wants. */
export const ownPageHeadersOf = (page: ErrorPage): string[] => [
  ...['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
  ...retryAfterOf(page),
]

const retryAfterOf = (page: ErrorPage): string[] => {
  const { reloadAfter, retryAfter = reloadAfter } = pages[page]
  return retryAfter ? ['Retry-After', String(retryAfter)] : []
}

/** What visitors are told to wait during a maintenance without an expected end, and after it. */
const defaultRetryAfter = 300

/** Seconds until the expected end of a maintenance. */
export const secondsLeft = ({ until }: Pick<MaintenanceText, 'until'>, now: number): number =>
  until !== null && until > now ? Math.ceil((until - now) / 1000) : defaultRetryAfter

export const htmlType = 'text/html; charset=utf-8'
export const jsonType = 'application/json; charset=utf-8'

export const statusOf = (page: ErrorPage): number => pages[page].status

export const htmlPage = (page: ErrorPage, host: string, text?: MaintenanceText): string => {
  const [cause, advice] = pages[page].explain(host || 'this address', text)
  return html(pages[page], cause, advice)
}

export const jsonPage = (page: ErrorPage, host: string, text?: MaintenanceText): string => {
  const [cause, advice] = pages[page].explain(host || 'this address', text)
  return `${JSON.stringify({ error: page, message: cause, advice })}\n`
}

const html = (
  { status, title, reloadAfter }: Page,
  cause: string,
  advice: string,
) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">${reloadAfter ? `\n<meta http-equiv="refresh" content="${reloadAfter}">` : ''}
<title>${escapeHtml(title)}</title>
<style>
${baseCss}
small { color: var(--muted); }
</style>
</head>
<body>
<header>${mark}<span>Berth</span></header>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(cause)}</p>
<p>${escapeHtml(advice)}</p>
<p><a href="">Try again</a></p>
<small>Status ${status}</small>
</main>
</body>
</html>
`
