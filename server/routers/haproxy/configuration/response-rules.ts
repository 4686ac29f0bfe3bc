import type { Configuration } from './configuration.ts'

/** Headers between an application and its proxy; the router's own request id replaces that of an application. */
const notForVisitor = '^(keep-alive|proxy-connection|te|http2-settings|x-request-id)$'
const plainConnection = '^ *(keep-alive|close|upgrade)( *, *(keep-alive|close|upgrade))* *$'
/** Pages of the router, which no application has answered. */
const isOwn = '!{ var(txn.answered) -m found }'
const pageHeaders: [string, string][] = [
  ['cache-control', 'no-store'],
  ['content-security-policy', "\"default-src 'none'; style-src 'unsafe-inline'\""],
  ['x-content-type-options', 'nosniff'],
]

/** What happens to a response before it is sent to the visitor. */
export function responseRules({ hasAccessLog }: Configuration): string[] {
  const cookie = 'berth_instance=%[srv_name]; Path=/; HttpOnly; SameSite=Lax'
  const isNew = '{ var(txn.state) -m sub :sticky } !{ srv_name,strcmp(txn.cookie) eq 0 }'
  return [
    'http-response set-var(txn.answered) bool(true)',
    ...(hasAccessLog ? lengths : []),
    `http-response lua.drop_connection_headers_of_response if { res.fhdr(connection) -m found } !{ res.fhdr(connection) -m reg -i '${plainConnection}' }`,
    `http-response del-header '${notForVisitor}' -m reg`,
    `http-response add-header set-cookie "${cookie}" if ${isNew} !{ var(txn.secure) -m bool }`,
    `http-response add-header set-cookie "${cookie}; Secure" if ${isNew} { var(txn.secure) -m bool }`,
    'http-after-response set-header x-request-id %[var(txn.id)] if { var(txn.id) -m found }',
    // HAProxy says 503 for an instance that cannot be reached, as for an application without instances.
    `http-after-response set-status 502 if { status 503 } { be_name -m reg ^[ro][0-9] } ${isOwn}`,
    `http-after-response set-header content-type "application/json; charset=utf-8" if { status ge 400 } { var(txn.kind) -m str json } ${isOwn}`,
    ...pageHeaders.map(
      ([name, value]) =>
        `http-after-response set-header ${name} ${value} if { status ge 400 } ${isOwn}`,
    ),
  ].map((line) => `  ${line}`)
}

/** The size of a head, where the length of the body is not announced. */
const lengths = [
  'http-response set-var(txn.reslength) res.hdr(content-length)',
  'http-response set-var(txn.reshead) res.hdrs,length if !{ res.hdr(content-length) -m found }',
  'http-response set-var(txn.rescount) res.fhdr_cnt if !{ res.hdr(content-length) -m found }',
  'http-response set-var(txn.reschunked) res.hdr(transfer-encoding),length',
]
