import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { escapeHtml } from '#kit/text/html.ts'
import { baseCss, mark } from '#kit/text/page-design.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { Platform } from '#platform/platform.ts'

/** Why the activator answers in place of an application. */
export interface WaitingPage {
  name: 'waiting' | 'failed' | 'crowded' | 'unknown'
  /** The page that the application has for status 503. */
  own?: string | undefined
}

interface Text {
  status: 404 | 503
  title: string
  explain(host: string): [string, string]
  /** Seconds after which a browser asks again, and a program may. */
  reloadAfter?: number
}

const texts: Record<WaitingPage['name'], Text> = {
  waiting: {
    status: 503,
    title: 'This application is being started',
    explain: (host) => [
      `The application at ${host} slept, and is being started for you.`,
      'This page reloads automatically. If the application is yours, its log shows the progress.',
    ],
    reloadAfter: 3,
  },
  failed: {
    status: 503,
    title: 'This application does not start',
    explain: (host) => [
      `The application at ${host} slept, and could not be started.`,
      'It is tried again in a moment. If the application is yours, its log says why.',
    ],
    reloadAfter: 15,
  },
  crowded: {
    status: 503,
    title: 'Too many visitors wait for this application',
    explain: (host) => [
      `The application at ${host} slept, and is being started for many visitors at once.`,
      'This page reloads automatically.',
    ],
    reloadAfter: 5,
  },
  unknown: {
    status: 404,
    title: 'There is no application here',
    explain: (host) => [
      `No application uses the address ${host}.`,
      'Check the spelling of the address.',
    ],
  },
}

/** An application's own page may load what it wants. */
const pagePolicy = ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'"]

/** The page for status 503 that belongs to the live release, if it has one. */
export async function ownPageOf(
  { store }: Pick<Platform, 'store'>,
  { liveDeploymentId }: Application,
): Promise<string | undefined> {
  const pages = liveDeploymentId ? await store.releasePages.find(liveDeploymentId) : undefined
  return pages?.['503']
}

/** Answers a request that was held. What is left of its body is not read. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  page: WaitingPage,
): void {
  if (response.headersSent) return void response.destroy()
  const { status, reloadAfter } = texts[page.name]
  const host = hostOf(request)
  const isJson = wantsJson(request)
  const body = isJson ? json(page, host) : (page.own ?? html(page, host))
  const policy = isJson || page.own === undefined ? pagePolicy : []
  const retry = reloadAfter === undefined ? [] : ['Retry-After', String(reloadAfter)]
  response.writeHead(status, [
    ...['Content-Type', `${isJson ? 'application/json' : 'text/html'}; charset=utf-8`],
    ...['Content-Length', String(Buffer.byteLength(body))],
    ...['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'],
    ...policy,
    ...retry,
    ...['Connection', 'close'],
  ])
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Answers a request to upgrade, whose client reads no page. */
export function refuseUpgrade(socket: Duplex, { name }: WaitingPage): void {
  const { status, reloadAfter } = texts[name]
  const lines = [
    `HTTP/1.1 ${status} ${status === 404 ? 'Not Found' : 'Service Unavailable'}`,
    ...(reloadAfter === undefined ? [] : [`Retry-After: ${reloadAfter}`]),
    'Content-Length: 0',
    'Connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n`)
}

const hostOf = ({ headers }: IncomingMessage) => headers.host?.slice(0, 300) ?? 'this address'

const wantsJson = ({ headers: { accept = '' } }: IncomingMessage) =>
  accept.includes('json') && !accept.includes('text/html')

function json({ name }: WaitingPage, host: string): string {
  const [message, advice] = texts[name].explain(host)
  const error = name === 'unknown' ? 'unknown-host' : 'starting'
  return `${JSON.stringify({ error, message, advice })}\n`
}

function html({ name }: WaitingPage, host: string): string {
  const { title, status, reloadAfter, explain } = texts[name]
  const [cause, advice] = explain(host)
  return `<!doctype html>
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
}
