import { addressNetwork } from '#kit/net/address-network.ts'
import { bypassName } from '#platform/model/hosting/visitors/visitor-rules.ts'
import type { RequestRecord } from '#routers/node/proxy/request-record.ts'
import type { LiveRoute } from '#routers/node/proxy/route-table.ts'
import type { RouterContext } from '#routers/node/proxy/router-context.ts'
import { closeIfBody, sendPage } from '#routers/node/proxy/send-page.ts'
import type { VisitorResponse } from '#routers/node/proxy/visitor.ts'
import { type ErrorPage, secondsLeft, statusOf } from '#routers/pages.ts'
import { challenge } from '#routers/visitor-credentials.ts'
import type { LiveRules } from './live-rules.ts'

/** Whether a request may go on to the application; answers it otherwise. */
export function admit(
  context: RouterContext,
  { applicationId, rules }: LiveRoute,
  response: VisitorResponse,
  record: RequestRecord,
): boolean {
  if (!rules) return true
  const { maintenance, basicAuth } = rules.given
  if (maintenance) {
    const secret = isRead(record.method) ? rules.secretIn(record.parsed.path) : undefined
    if (secret !== undefined) return letIn(response, record, secret)
    const { source } = record.parsed.visit
    if (!rules.hasCookie(response.req.headers.cookie) && !rules.allows(source)) {
      const seconds = secondsLeft(maintenance, Date.now())
      return refuse(response, record, 'maintenance', ['Retry-After', String(seconds)])
    }
  }
  if (!basicAuth) return true
  const header = response.req.headers.authorization
  if (header === undefined) return refuse(response, record, 'unauthorized', demand)
  const page = checkGuess(context, rules, applicationId, record, header)
  return page === undefined || refuse(response, record, page, page === 'guessing' ? [] : demand)
}

const demand = ['WWW-Authenticate', challenge]

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

/** The page that answers wrong credentials, and right ones of who has sent too many wrong ones. */
function checkGuess(
  { guesses }: RouterContext,
  rules: LiveRules,
  applicationId: string,
  { parsed }: RequestRecord,
  header: string,
): ErrorPage | undefined {
  const key = `${applicationId} ${addressNetwork(parsed.visit.source)}`
  if (!guesses.allow(key)) return 'guessing'
  if (!rules.hasCredentials(header)) return 'unauthorized'
  guesses.forgive(key)
  return undefined
}

function refuse(
  response: VisitorResponse,
  record: RequestRecord,
  page: ErrorPage,
  more: string[],
): false {
  const { requestId, hostName } = record.parsed
  record.finish(statusOf(page))
  const headers = ['X-Request-Id', requestId, ...more, ...closeIfBody(response.req)]
  sendPage(response, page, hostName, headers, record.rules)
  return false
}

/** Keeps the secret of a link in a cookie, and sends the visitor to the same address without it. */
function letIn(response: VisitorResponse, record: RequestRecord, secret: string): false {
  const { path, requestId, visit } = record.parsed
  record.finish(302)
  const cookie = `${bypassName}=${secret}; Path=/; HttpOnly; SameSite=Lax${visit.secure ? '; Secure' : ''}`
  response.writeHead(302, undefined, [
    ...['Location', withoutSecret(path), 'Set-Cookie', cookie, 'Content-Length', '0'],
    ...['Cache-Control', 'no-store', 'Referrer-Policy', 'no-referrer', 'X-Request-Id', requestId],
    ...closeIfBody(response.req),
  ])
  response.end()
  return false
}

/** A path that began with two slashes, or their like, would be the name of another host. */
function withoutSecret(target: string): string {
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  const left = query.split('&').filter((part) => part && !part.startsWith(`${bypassName}=`))
  const own = path.replace(/^[/\\]+/, '/')
  return left.length > 0 ? `${own}?${left.join('&')}` : own
}
