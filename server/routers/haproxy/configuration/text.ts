import { guessWindow } from '#routers/visitor-credentials.ts'
import { pageBackends, slotBackends } from './backends.ts'
import { type Configuration, files, sockets } from './configuration.ts'
import { frontends } from './frontends.ts'
import { pageReply } from './page-files.ts'

/**
 * A whole head and some room; larger ones are refused by the parser. To be able to repeat a request HAProxy copies the
 * whole buffer, however little is in it, so that each further kilobyte costs CPU time for every request.
 */
const bufferBytes = 42 * 1024
/** Room in a buffer for headers that are added; accepted requests have more, because of the limit of their heads. */
const rewriteBytes = 1024
/** Connections of a replaced worker, such as WebSockets, end after this long. */
const hardStopSeconds = 600
const ringBytes = 8 * 1024 * 1024

/**
 * The text of HAProxy's configuration. All that applications and visitors name is in map files, which HAProxy reads as
 * data; the text has only numbers, addresses and ids that were checked.
 */
export function configurationText(configuration: Configuration): string {
  const sections = [
    global(configuration),
    defaults(configuration),
    ...(configuration.hasAccessLog ? [ring] : []),
    limits,
    frontends(configuration),
    pageBackends(configuration),
    slotBackends(configuration),
  ]
  return sections.map((lines) => `${lines.join('\n')}\n`).join('\n')
}

function global({ generation, user, maxConnections }: Configuration): string[] {
  return [
    'global',
    `  description ${generation}`,
    ...(user ? [`  uid ${user.uid}`, `  gid ${user.gid}`] : []),
    `  maxconn ${maxConnections}`,
    `  stats socket unix@${files.api} mode 600 level admin expose-fd listeners`,
    `  hard-stop-after ${hardStopSeconds}s`,
    `  tune.bufsize ${bufferBytes}`,
    `  tune.maxrewrite ${rewriteBytes}`,
    '  tune.h2.max-concurrent-streams 100',
    '  tune.ssl.default-dh-param 2048',
    '  ssl-default-bind-options ssl-min-ver TLSv1.2',
    ...files.lua.map((file) => `  lua-load-per-thread ${file}`),
  ]
}

/** `timeout client` ends uploads that stop, and visitors that stop reading. */
function defaults({ answerTimeout, uploadTimeout }: Configuration): string[] {
  return [
    'defaults tcp',
    '  mode tcp',
    '  timeout connect 3s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  timeout client-fin 1h',
    '  timeout server-fin 1h',
    '  retries 3',
    '  option redispatch 1',
    '  option clitcpka',
    '  option srvtcpka',
    '',
    'defaults web',
    '  mode http',
    '  timeout connect 3s',
    `  timeout client ${uploadTimeout}ms`,
    `  timeout server ${answerTimeout}ms`,
    '  timeout http-request 30s',
    '  timeout http-keep-alive 75s',
    '  timeout tunnel 1h',
    '  option abortonclose',
    '  option idle-close-on-response',
    '  option clitcpka',
    '  option srvtcpka',
    '  balance roundrobin',
    '  option redispatch 1',
    '  errorfile 400 pages/bad-request.http',
    '  errorfile 408 pages/stalled.http',
    `  http-error ${pageReply('gone', 502)}`,
    `  http-error ${pageReply('gone', 503)}`,
    `  http-error ${pageReply('late', 504)}`,
  ]
}

/** Lines wait here for the agent, also while it is being restarted; the oldest are overwritten when it does not come. */
const ring = [
  'ring access',
  '  format raw',
  '  maxlen 8192',
  `  size ${ringBytes}`,
  '  timeout connect 1s',
  '  timeout server 10s',
  `  server agent unix@${sockets.log} log-proto legacy`,
]

/** An IPv6 network of 64 bits is one visitor. Wrong credentials are counted by application and visitor. */
const limits = [
  'backend guesses from tcp',
  `  stick-table type string len 128 size 100k expire 2m store gpc0,gpc0_rate(${guessWindow}ms)`,
  '',
  'backend connections from tcp',
  '  stick-table type ipv6 size 200k expire 1h store conn_cur',
  '',
  'backend requests from tcp',
  '  stick-table type ipv6 size 200k expire 1h store conn_cur',
]
