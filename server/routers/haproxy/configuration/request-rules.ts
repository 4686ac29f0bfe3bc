import { forwardingHeaderPattern } from '#routers/forwarding-headers.ts'
import type { ErrorPage } from '#routers/pages.ts'
import { type Configuration, files } from './configuration.ts'
import { pageHeaderArguments, pageReply } from './page-files.ts'
import { portSuffix } from './port-suffix.ts'
import { spareSuffix } from './server-name.ts'
import { visitExpressions } from './visit.ts'

/** Requests with larger heads are refused with status 431. */
const maxHeadBytes = 32 * 1024

/** Headers between a visitor and a proxy; `Proxy` would become `HTTP_PROXY` in CGI programs. */
const notForApplication =
  '^(keep-alive|proxy-connection|te|proxy|proxy-authorization|http2-settings)$'
const writtenByRouter = '^(x[-_]forwarded[-_](for|proto|host|port)|x[-_]request[-_]id)$'
/** Values of `Connection` that name no further headers. */
const plainConnection = '^ *(keep-alive|close|upgrade)( *, *(keep-alive|close|upgrade))* *$'
const hostPattern = '^([a-z0-9_.-]+|\\[[0-9a-f:.]+\\])(:[0-9]{1,5})?$'

/**
 * What happens to a visitor's request before it is sent to an application. Each condition costs CPU time for every
 * request, so that the first one of a rule is the cheapest that is rarely met: a variable that is not set.
 */
export function requestRules(configuration: Configuration): string[] {
  return [
    ...facts(configuration),
    ...refusals,
    ...misdirected(configuration),
    ...route,
    ...routeRefusals(configuration),
    ...requestLimit(configuration),
    ...headers(configuration),
  ].map((line) => `  ${line}`)
}

const isProxy = '{ var(txn.proxy) -m found }'
const page = (name: ErrorPage, status: number) => `http-request return ${pageReply(name, status)}`

/** Facts of the request in variables, which pages and the log use too. */
const facts = ({ generation, trustedProxies, hasAccessLog }: Configuration) => [
  `unique-id-format ${generation}-%{+X}rt`,
  'http-request set-var(txn.kind) str(json) if { req.fhdr(accept) -m sub json } !{ req.fhdr(accept) -m sub text/html }',
  'http-request set-var(txn.host) req.fhdr(host),host_only,lower,rtrim(.)',
  'http-request set-var(txn.path) path',
  // Every request of HTTP/2 has an absolute one.
  'http-request set-var(txn.absolute) bool(true) unless { url_beg / }',
  ...(hasAccessLog ? sizes : []),
  ...(trustedProxies.length > 0 ? proxyFacts(trustedProxies.join(' ')) : []),
]

const proxyFacts = (trusted: string) => [
  'http-request set-var(txn.id) unique-id',
  'http-request set-var(txn.source) src',
  'http-request set-var(txn.secure) ssl_fc',
  `http-request set-var(txn.proxy) bool(true) if { src ${trusted} }`,
  `http-request lua.read_trusted_proxy "${trusted}" if { var(txn.proxy) -m found }`,
]

/**
 * Sizes of the head, by which the log tells its bytes from those of a body whose length is not announced: of all
 * headers, their number, the size of the target, and of the name of the encoding.
 */
const sizes = [
  'http-request set-var(txn.length) req.hdr(content-length)',
  'http-request set-var-fmt(txn.sizes) "%[req.hdrs,length] %[req.fhdr_cnt] %[url,length] %[req.hdr(transfer-encoding),length]" if !{ method GET HEAD } !{ var(txn.length) -m found } or { req.hdr(upgrade) -m found }',
]

/** The rest of what such a visitor sends is not read. */
const badRequest = `${page('bad-request', 400)} hdr connection close`
const isAbsolute = '{ var(txn.absolute) -m found }'
const isUrl = '{ url -m reg -i ^https?:// }'

/** Two different hosts are refused by HAProxy itself. */
const refusals = [
  `http-request return status 431 ${pageHeaderArguments} if { req.hdrs,length gt ${maxHeadBytes} }`,
  `${badRequest} if !{ req.fhdr(host) -m reg -i ${hostPattern} } || ${isAbsolute} !{ path_beg / } !{ url -m str * } !${isUrl}`,
  `http-request set-uri %[pathq] if ${isAbsolute} { req.ver 1.0 1.1 } ${isUrl} { path_beg / }`,
  `http-request set-uri / if ${isAbsolute} { req.ver 1.0 1.1 } ${isUrl} !{ path_beg / }`,
  `http-request return status 200 content-type application/octet-stream lf-string %[var(txn.host),concat(,txn.path),map_str(${files.challenges})] if { var(txn.path) -m beg /.well-known/acme-challenge/ } { var(txn.host),concat(,txn.path),map_str(${files.challenges}) -m found }`,
]

/** A host that differs from the name in the TLS handshake has to be one of the certificate, unless a proxy asks for it. */
const misdirected = ({ trustedProxies }: Configuration) => [
  `http-request lua.find_misdirected if { ssl_fc_has_sni } !{ ssl_fc_sni,lower,strcmp(txn.host) eq 0 }${trustedProxies.length > 0 ? ` !${isProxy}` : ''}`,
  `${page('misdirected', 421)} if { var(txn.misdirected) -m found }`,
]

/** The application of the host and the longest path, then what is to be done for it. */
const route = [
  `http-request set-var(txn.app) var(txn.host),concat(,txn.path,/),map_beg(${files.routes})`,
  `http-request set-var(txn.app) var(txn.host),map_end(${files.wildcards}),concat(,txn.path,/),map_beg(${files.routes}) unless { var(txn.app) -m found }`,
  `http-request set-var(txn.state) var(txn.app),map_str(${files.applications})`,
]

/** An unknown host, and a stopped application, have backends that answer with their pages. */
const routeRefusals = (configuration: Configuration) => [
  'http-request set-var(txn.conditions) var(txn.state),field(2,:,0) if { var(txn.state) -m sub : }',
  `http-request redirect code 301 location https://%[var(txn.host)]${portSuffix(configuration)}%[pathq] if { var(txn.conditions) -m sub https } !{ ${visitExpressions(configuration).secure} -m bool }`,
  'http-request lua.apply_visitor_rules if { var(txn.conditions) -m sub rules }',
  `http-request set-var(txn.cookie) req.cook(berth_instance) if { var(txn.conditions) -m sub sticky } !{ req.cook(berth_instance) -m end ${spareSuffix} }`,
]

/** HTTP/2 has many requests on one connection; one beyond the limit gets a page. */
const requestLimit = (configuration: Configuration) =>
  configuration.maxPerVisitor === 0
    ? []
    : [
        `http-request track-sc1 ${visitExpressions(configuration).source},ipmask(32,64) table requests`,
        // It is counted as denied.
        `${page('crowded', 503).replace('return', 'deny')} if { sc1_conn_cur gt ${configuration.maxPerVisitor} }`,
      ]

const headers = (configuration: Configuration) => [
  `http-request lua.drop_connection_headers if { req.fhdr(connection) -m found } !{ req.fhdr(connection) -m reg -i '${plainConnection}' }`,
  // Only offers it; the application gets a plain request.
  'http-request del-header upgrade if { req.hdr(upgrade) -i -m beg h2c }',
  ...(configuration.trustedProxies.length > 0 ? headersBehindProxies : headersOfVisitors('')),
  `http-request set-header x-request-id %[${visitExpressions(configuration).id}]`,
]

/** Names are compared once with all that are not for the application. */
const headersOfVisitors = (condition: string) => [
  `http-request del-header '${notForApplication}|${forwardingHeaderPattern}' -m reg${condition}`,
  `http-request set-header x-forwarded-for %[src]${condition}`,
  `http-request set-header x-forwarded-proto %[ssl_fc,iif(https,http)]${condition}`,
  `http-request set-header x-forwarded-host %[req.fhdr(host)]${condition}`,
  `http-request set-header x-forwarded-port %[dst_port]${condition}`,
]

const headersBehindProxies = [
  `http-request del-header '${notForApplication}|${writtenByRouter}' -m reg if ${isProxy}`,
  ...['for', 'proto', 'host', 'port'].map(
    (name) =>
      `http-request set-header x-forwarded-${name} %[var(txn.forwarded_${name})] if ${isProxy}`,
  ),
  ...headersOfVisitors(` unless ${isProxy}`),
]

/** Requests without a body that may be sent twice (RFC 9110, 9.2.2). */
export const isRepeatable =
  '{ method GET HEAD OPTIONS TRACE PUT DELETE } !{ req.hdr(content-length) -m int gt 0 } !{ req.hdr(transfer-encoding) -m found } !{ req.hdr(upgrade) -m found }'
