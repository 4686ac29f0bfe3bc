import { bindAddress } from './addresses.ts'
import { backendsOf, unknownHost } from './backends.ts'
import { type Configuration, files, sockets, type TcpFrontend } from './configuration.ts'
import { logFormats } from './log-format.ts'
import { portSuffix } from './port-suffix.ts'
import { isRepeatable, requestRules } from './request-rules.ts'
import { responseRules } from './response-rules.ts'

const applicationPattern = /^app_[\w-]{1,64}$/
/** The address of a visitor, or its IPv6 network. */
const visitor = 'src,ipmask(32,64)'
/** The TLS extension that offers only the protocol of ACME; `req.ssl_alpn` is the first of several. */
const onlyAcme = `0010000D000B0A${Buffer.from('acme-tls/1').toString('hex').toUpperCase()}`
/** Time for a visitor on the HTTPS port to say what it speaks. */
const helloTimeout = '10s'

export function frontends(configuration: Configuration): string[] {
  return [
    ...visitors(configuration),
    '',
    ...(configuration.hasAccessLog ? [...marks(configuration), ''] : []),
    ...tlsFront(configuration),
    '',
    ...configuration.tcp.flatMap((tcp) => [...tcpFrontend(configuration, tcp), '']),
  ]
}

function visitors(configuration: Configuration): string[] {
  const { host, httpPort, hasAccessLog } = configuration
  return [
    'frontend visitors from web',
    `  bind ${bindAddress(host, httpPort)} name http`,
    `${bindSocket(configuration, sockets.tls)} name https accept-proxy ssl crt-list ${files.certificates} alpn h2,http/1.1`,
    ...(hasAccessLog ? logLines(logFormats.http(configuration)) : []),
    ...connectionLimit(configuration, '{ so_name http }'),
    ...requestRules(configuration),
    ...responseRules(configuration),
    `  use_backend ${backendName('repeatable')} if ${isRepeatable}`,
    `  use_backend ${backendName('single')}`,
    // A host without a route has no name of a backend.
    `  default_backend ${unknownHost}`,
  ]
}

/** A listener that only the workers can connect to, and root. */
const bindSocket = ({ user }: Configuration, path: string) =>
  `  bind unix@${path} mode 600${user ? ` uid ${user.uid}` : ''}`

/** Requests of the agent, which are logged behind those of visitors before them. */
const marks = (configuration: Configuration) => [
  'frontend marks from web',
  bindSocket(configuration, sockets.marks),
  '  http-request set-var(txn.mark) path',
  ...logLines('\'{"mark":"%[var(txn.mark)]"}\''),
  '  http-request return status 200',
]

/** The backend of the slot that `txn.state` begins with. */
const backendName = (kind: 'single' | 'repeatable') =>
  backendsOf(0)[kind].replace('0', '%[var(txn.state),field(1,:)]')

const logLines = (format: string) => [
  '  log ring@access format raw local0',
  `  log-format ${format}`,
]

/** A connection beyond the limit of its visitor is closed at once. */
function connectionLimit(
  { maxPerVisitor, trustedProxies }: Configuration,
  condition = '',
): string[] {
  if (maxPerVisitor === 0) return []
  const trusted = trustedProxies.length > 0 ? `!{ src ${trustedProxies.join(' ')} }` : ''
  const when = [condition, trusted].filter(Boolean).join(' ')
  return [
    `  tcp-request connection track-sc0 ${visitor} table connections${when ? ` if ${when}` : ''}`,
    `  tcp-request connection reject if ${when} { sc0_conn_cur gt ${maxPerVisitor} }`,
  ]
}

/**
 * The HTTPS port. The first bytes decide: the verifier of an ACME server gets the certificate of its challenge, plain
 * HTTP a redirect, and all others TLS. They reach the listener for it over a Unix socket with the PROXY protocol.
 */
function tlsFront(configuration: Configuration): string[] {
  const { host, httpsPort } = configuration
  return [
    'frontend https from tcp',
    `  bind ${bindAddress(host, httpsPort)}`,
    ...connectionLimit(configuration),
    `  tcp-request inspect-delay ${helloTimeout}`,
    '  tcp-request content accept if { req.ssl_hello_type 1 }',
    '  tcp-request content accept if { req.proto_http }',
    '  tcp-request content reject',
    `  use_backend acme if { req.ssl_alpn -m str acme-tls/1 } { req.payload(0,0),hex -m sub ${onlyAcme} } { req.ssl_sni,lower,map_str(${files.tlsChallenges}) -m found }`,
    '  use_backend strays if { req.proto_http }',
    '  default_backend tls',
    'backend tls from tcp',
    `  server tls unix@${sockets.tls} send-proxy-v2`,
    'backend acme from tcp',
    `  server acme unix@${sockets.acme} send-proxy-v2`,
    'backend strays from tcp',
    `  server strays unix@${sockets.plainOnHttps} send-proxy-v2`,
    '',
    'frontend acme-verifiers from tcp',
    `${bindSocket(configuration, sockets.acme)} accept-proxy ssl crt-list ${files.challengeCertificates} alpn acme-tls/1 strict-sni`,
    '  tcp-request content reject',
    '',
    'frontend plain-on-https from web',
    `${bindSocket(configuration, sockets.plainOnHttps)} accept-proxy`,
    '  http-request set-var(txn.host) req.fhdr(host),host_only,lower,rtrim(.)',
    '  http-request deny deny_status 400 unless { var(txn.host) -m reg ^([a-z0-9_.-]+|\\[[0-9a-f:.]+\\])$ } { path_beg / }',
    `  http-request redirect code 301 location https://%[var(txn.host)]${portSuffix(configuration)}%[pathq]`,
  ]
}

function tcpFrontend(configuration: Configuration, tcp: TcpFrontend): string[] {
  const { port, applicationId, slot } = tcp
  if (!applicationPattern.test(applicationId)) throw new Error(`not an id: ${applicationId}`)
  return [
    `frontend tcp-${port} from tcp`,
    `  bind ${bindAddress(configuration.host, port)}`,
    `  unique-id-format ${configuration.generation}-%{+X}rt`,
    ...(configuration.hasAccessLog ? logLines(logFormats.tcp(applicationId)) : []),
    ...connectionLimit(configuration),
    `  default_backend ${backendsOf(slot).tcp}`,
  ]
}
