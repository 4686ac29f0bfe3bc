import { jsonType } from '#routers/pages.ts'
import type { Configuration } from './configuration.ts'
import { spareSuffix } from './server-name.ts'
import { visitExpressions } from './visit.ts'

/** Headers between an application and its proxy; that of a request id is replaced. */
const notForVisitor = ['keep-alive', 'proxy-connection', 'te', 'http2-settings']
const plainConnection = '^ *(keep-alive|close|upgrade)( *, *(keep-alive|close|upgrade))* *$'
/** Pages of the router, which no application has answered. */
const isOwn = '!{ var(txn.answered) -m found }'
/** An application that sleeps: its activator cannot be reached while the server is restarted. */
const isStarting = '{ var(txn.conditions) -m sub starting }'
/**
 * What happens to a response before it is sent to the visitor. Conditions begin with what is rarely met, because each
 * one costs CPU time for every response.
 */
export function responseRules(configuration: Configuration): string[] {
  const { secure, id } = visitExpressions(configuration)
  const cookie = 'berth_instance=%[srv_name]; Path=/; HttpOnly; SameSite=Lax'
  const isNew = `{ var(txn.conditions) -m sub sticky } !{ srv_name,strcmp(txn.cookie) eq 0 } !{ srv_name -m end ${spareSuffix} }`
  return [
    'http-response set-var(txn.answered) bool(true) if { status ge 400 }',
    ...(configuration.hasAccessLog ? sizes : []),
    `http-response lua.drop_connection_headers_of_response if { res.fhdr(connection) -m found } !{ res.fhdr(connection) -m reg -i '${plainConnection}' }`,
    ...notForVisitor.map((name) => `http-response del-header ${name}`),
    `http-response add-header set-cookie "${cookie}" if ${isNew} !{ ${secure} -m bool }`,
    `http-response add-header set-cookie "${cookie}; Secure" if ${isNew} { ${secure} -m bool }`,
    'http-response set-header x-robots-tag noindex if { var(txn.conditions) -m sub noindex }',
    `http-after-response set-header x-request-id %[${id}]`,
    // HAProxy says 503 for an instance that cannot be reached, as for an application without instances.
    `http-after-response set-status 502 if { status 503 } { be_name -m reg ^[ro]s?[0-9] } ${isOwn} !${isStarting}`,
    // Also after a connection that has ended without an answer, where the request may be sent again.
    `http-after-response set-status 503 if { status 502 } { be_name -m reg ^rs?[0-9] } ${isOwn} ${isStarting}`,
    `http-after-response set-header retry-after 3 if { status 503 } { be_name -m reg ^[ro]s?[0-9] } ${isOwn} ${isStarting}`,
    `http-after-response set-header content-type "${jsonType}" if { var(txn.kind) -m found } { status ge 400 } ${isOwn}`,
  ].map((line) => `  ${line}`)
}

/** Where the length of the body is not announced: the size of the head, of all headers and their number, and of the encoding's name. */
const sizes = [
  'http-response set-var(txn.reslength) res.hdr(content-length)',
  'http-response set-var-fmt(txn.ressizes) "%[res.hdrs,length] %[res.fhdr_cnt] %[res.hdr(transfer-encoding),length]" unless { var(txn.reslength) -m found }',
]
