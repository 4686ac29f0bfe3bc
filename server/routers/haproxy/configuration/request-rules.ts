import { forwardingHeaderPattern } from '#routers/forwarding-headers.ts'
import { type Configuration, files } from './configuration.ts'
import { portSuffix } from './port-suffix.ts'

/** Requests with larger heads are refused with status 431. */
const maxHeadBytes = 32 * 1024

/** Headers between a visitor and a proxy; `Proxy` would become `HTTP_PROXY` in CGI programs. */
const notForApplication =
  '^(keep-alive|proxy-connection|te|proxy|proxy-authorization|http2-settings)$'
const writtenByRouter = '^(x[-_]forwarded[-_](for|proto|host|port)|x[-_]request[-_]id)$'
/** Values of `Connection` that name no further headers. */
const plainConnection = '^ *(keep-alive|close|upgrade)( *, *(keep-alive|close|upgrade))* *$'
const hostPattern = '^([a-z0-9_.-]+|\\[[0-9a-f:.]+\\])(:[0-9]{1,5})?$'

/** What happens to a visitor's request before it is sent to an application. */
export function requestRules(configuration: Configuration): string[] {
  return [
    ...facts(configuration),
    ...refusals,
    ...route,
    ...routeRefusals(configuration),
    ...requestLimit(configuration),
    ...headers(configuration),
    ...repeatable,
  ].map((line) => `  ${line}`)
}

const page = (name: string, status: number) =>
  `http-request return status ${status} content-type "text/html; charset=utf-8" lf-file pages/${name}.lf`

/** Facts of the request in variables, which pages and the log use too. */
const facts = ({ generation, trustedProxies, hasAccessLog }: Configuration) => [
  `unique-id-format ${generation}-%{+X}rt`,
  'http-request set-var(txn.kind) str(html)',
  'http-request set-var(txn.kind) str(json) if { req.fhdr(accept) -m sub json } !{ req.fhdr(accept) -m sub text/html }',
  'http-request set-var(txn.id) unique-id',
  'http-request set-var(txn.source) src',
  'http-request set-var(txn.secure) ssl_fc',
  'http-request set-var(txn.host) req.fhdr(host),host_only,lower,rtrim(.)',
  'http-request set-var(txn.path) path',
  'http-request set-var(txn.length) req.hdr(content-length)',
  ...(hasAccessLog ? head : []),
  ...(trustedProxies.length > 0
    ? [
        `http-request set-var(txn.proxy) bool(true) if { src ${trustedProxies.join(' ')} }`,
        `http-request lua.read_trusted_proxy "${trustedProxies.join(' ')}" if { var(txn.proxy) -m found }`,
      ]
    : []),
]

/** The rest of what such a visitor sends is not read. */
const badRequest = `${page('bad-request', 400)} hdr connection close`

const refusals = [
  `http-request return status 431 if { req.hdrs,length gt ${maxHeadBytes} }`,
  `${badRequest} if { method CONNECT } || { req.fhdr_cnt(host) gt 1 } || !{ req.fhdr(host) -m reg -i ${hostPattern} }`,
  `${badRequest} unless { path_beg / } || { url -m str * } || { url -m reg -i ^https?:// }`,
  'http-request set-uri %[pathq] if !{ url_beg / } { url -m reg -i ^https?:// } { req.ver 1.0 1.1 } { path_beg / }',
  'http-request set-uri / if !{ url_beg / } { url -m reg -i ^https?:// } { req.ver 1.0 1.1 } !{ path_beg / }',
  `http-request return status 200 content-type application/octet-stream lf-string %[var(txn.host),concat(,txn.path),map_str(${files.challenges})] if { path_beg /.well-known/acme-challenge/ } { var(txn.host),concat(,txn.path),map_str(${files.challenges}) -m found }`,
]

/** The application of the host and the longest path, then what is to be done for it. */
const route = [
  `http-request set-var(txn.app) var(txn.host),concat(,txn.path,/),map_beg(${files.routes})`,
  `http-request set-var(txn.wildcard) var(txn.host),map_end(${files.wildcards}) unless { var(txn.app) -m found }`,
  `http-request set-var(txn.app) var(txn.wildcard),concat(,txn.path,/),map_beg(${files.routes}) if { var(txn.wildcard) -m found }`,
  `http-request set-var(txn.state) var(txn.app),map_str(${files.applications})`,
]

const routeRefusals = (configuration: Configuration) => [
  'http-request set-log-level silent unless { var(txn.state) -m found }',
  `${page('unknown-host', 404)} unless { var(txn.state) -m found }`,
  `http-request redirect code 301 location https://%[var(txn.host)]${portSuffix(configuration)}%[pathq] if { var(txn.state) -m sub :https } !{ var(txn.secure) -m bool }`,
  `${page('stopped', 503)} if { var(txn.state) -m sub :stopped }`,
  'http-request set-var(txn.slot) var(txn.state),field(1,:)',
]

/** HTTP/2 has many requests on one connection; one beyond the limit gets a page. */
const requestLimit = ({ maxPerVisitor, trustedProxies }: Configuration) =>
  maxPerVisitor === 0
    ? []
    : [
        `http-request track-sc1 ${trustedProxies.length > 0 ? 'var(txn.source)' : 'src'},ipmask(32,64) table requests`,
        // It is counted as denied.
        `${page('crowded', 503).replace('return', 'deny')} if { sc1_conn_cur gt ${maxPerVisitor} }`,
      ]

const headers = ({ trustedProxies }: Configuration) => {
  const unlessProxy = trustedProxies.length > 0 ? ' unless { var(txn.proxy) -m found }' : ''
  const set = (name: string, value: string) =>
    `http-request set-header ${name} ${value}${unlessProxy}`
  return [
    `http-request lua.drop_connection_headers if { req.fhdr(connection) -m found } !{ req.fhdr(connection) -m reg -i '${plainConnection}' }`,
    // Only offers it; the application gets a plain request.
    'http-request del-header upgrade if { req.hdr(upgrade) -i -m beg h2c }',
    `http-request del-header '${notForApplication}' -m reg`,
    `http-request del-header '${forwardingHeaderPattern}' -m reg${unlessProxy}`,
    ...(trustedProxies.length > 0
      ? [
          `http-request del-header '${writtenByRouter}' -m reg if { var(txn.proxy) -m found }`,
          ...['for', 'proto', 'host', 'port'].map(
            (name) =>
              `http-request set-header x-forwarded-${name} %[var(txn.forwarded_${name})] if { var(txn.proxy) -m found }`,
          ),
        ]
      : []),
    set('x-forwarded-for', '%[src]'),
    set('x-forwarded-proto', '%[ssl_fc,iif(https,http)]'),
    set('x-forwarded-host', '%[req.fhdr(host)]'),
    set('x-forwarded-port', '%[dst_port]'),
    'http-request set-header x-request-id %[var(txn.id)]',
  ]
}

/** Size of the head, by which the log tells its bytes from those of a body whose length is not announced. */
const head = [
  'http-request set-var(txn.measured) bool(true) if !{ method GET HEAD } !{ var(txn.length) -m found } or { req.hdr(upgrade) -m found }',
  ...[
    'head) req.hdrs,length',
    'count) req.fhdr_cnt',
    'target) url,length',
    'chunked) req.hdr(transfer-encoding),length',
  ].map((value) => `http-request set-var(txn.${value} if { var(txn.measured) -m found }`),
]

/** Requests without a body that may be sent twice (RFC 9110, 9.2.2). */
const repeatable = [
  'http-request set-var(txn.repeatable) bool(true) if { method GET HEAD OPTIONS TRACE PUT DELETE } !{ req.hdr(content-length) -m int gt 0 } !{ req.hdr(transfer-encoding) -m found } !{ req.hdr(upgrade) -m found }',
  'http-request set-var(txn.cookie) req.cook(berth_instance) if { var(txn.state) -m sub :sticky }',
]
