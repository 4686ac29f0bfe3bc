import { escapeHtml } from '#kit/text/html.ts'
import { baseCss, mark } from '#kit/text/page-design.ts'

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

interface Page {
  status: number
  title: string
  /** The problem, and what to do about it. */
  explain(host: string): [string, string]
  /** Seconds after which the browser asks again. */
  reloadAfter?: number
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
}

/** Headers of every page. */
export const pageHeaders: string[] = [
  'Cache-Control',
  'no-store',
  'Content-Security-Policy',
  "default-src 'none'; style-src 'unsafe-inline'",
  'X-Content-Type-Options',
  'nosniff',
]

/** Headers of one page. */
export const headersOf = (page: ErrorPage): string[] => {
  const { reloadAfter } = pages[page]
  return reloadAfter ? [...pageHeaders, 'Retry-After', String(reloadAfter)] : pageHeaders
}

export const htmlType = 'text/html; charset=utf-8'
export const jsonType = 'application/json; charset=utf-8'

export const statusOf = (page: ErrorPage): number => pages[page].status

export const htmlPage = (page: ErrorPage, host: string): string => {
  const [cause, advice] = pages[page].explain(host || 'this address')
  return html(pages[page], cause, advice)
}

export const jsonPage = (page: ErrorPage, host: string): string => {
  const [cause, advice] = pages[page].explain(host || 'this address')
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
