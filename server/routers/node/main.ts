import { BlockList } from 'node:net'
import { processConnectionLimit } from '#kit/concurrency/connection-limit.ts'
import { createRateLimit } from '#kit/concurrency/rate-limit.ts'
import { ClientLimits } from '#kit/net/limits/client-limits.ts'
import { AccessLog } from '#routers/access-log/access-log.ts'
import { applyState, runCommand } from '#routers/control/control-commands.ts'
import { type PreparedSocket, prepareControlSocket } from '#routers/control/control-server.ts'
import { noteProcess } from '#routers/control/end-router.ts'
import { HostCertificates } from '#routers/control/host-certificates.ts'
import {
  accessLogFolder,
  type Launch,
  type RouterGreeting,
  type RouterSettings,
} from '#routers/control/router-commands.ts'
import { SavedState } from '#routers/control/state.ts'
import { newsPipe, runCommands, runRouterProcess, tell } from '#routers/router-main.ts'
import { Statistics } from '#routers/statistics.ts'
import { guessWindow, maxGuesses } from '#routers/visitor-credentials.ts'
import { collectWhenIdle } from './idle-collection.ts'
import { defaultMinRate, UploadTimeouts } from './proxy/limits/upload-timeouts.ts'
import { Certificates } from './proxy/listeners/certificates.ts'
import { Challenges } from './proxy/listeners/challenges.ts'
import { openListeners, type WantedPorts } from './proxy/listeners/listeners.ts'
import { passOnConnections } from './proxy/listeners/pass-on-connections.ts'
import { openOnPorts } from './proxy/listeners/ports.ts'
import { RouteTable } from './proxy/route-table.ts'
import type { RouterContext } from './proxy/router-context.ts'
import { TcpListeners } from './proxy/tcp/tcp-listeners.ts'
import { AnswerTimeouts } from './proxy/upstream/answer-timeouts.ts'
import { Upstreams } from './proxy/upstream/upstreams.ts'
import { hasOutlived, inheritedSockets, keepStandby, outlive, type TcpSockets } from './standby.ts'

/** Time in which a visitor's next request on an idle connection is still served. */
const maxIdleGrace = 2000
const followEvery = 200

/** The router process: opens the listeners, or takes those of the router whose standby it was. */
async function run(launch: Launch): Promise<RouterGreeting> {
  const statistics = new Statistics()
  const upstreams = new Upstreams(statistics)
  const certificates = new Certificates()
  const challenges = new Challenges()
  const table = new RouteTable(upstreams, statistics)
  const waiting = new AnswerTimeouts(launch.settings.answerTimeout)
  let inherited: TcpSockets = new Map()
  let known: SavedState | undefined
  let prepared: PreparedSocket | undefined
  if (launch.isStandby) {
    // What has run once is compiled, and takes less time when visitors wait for it.
    await HostCertificates.read({ certificates, challenges })
    known = await SavedState.read()
    table.applyState(known.current.routes)
    // What takes room on the disk: a takeover must not wait for any.
    prepared = await prepareControlSocket()
    inherited = await outlive(newsPipe)
  }
  const saved = await SavedState.read(known)
  const { accessLogRate, uploadTimeout } = launch.settings
  const accessLog = accessLogRate > 0 ? new AccessLog(accessLogFolder, accessLogRate) : undefined
  const trustedProxies = blockListOf(launch.settings)
  const maxPerClient = visitorLimitOf(launch.settings)
  const limits = new ClientLimits({ maxPerClient, trustedProxies })
  const { host } = launch.settings
  const shared = launch.replacedTcpPorts ?? []
  const tcp = new TcpListeners({ host, table, accessLog, visitors: limits, inherited, shared })
  const hostCertificates = await HostCertificates.read({ certificates, challenges })
  const router = {
    saved,
    table,
    certificates,
    hostCertificates,
    upstreams,
    statistics,
    tcp,
    limits,
  }
  applyState(router, saved.current)

  const ports = { http: 0, https: 0 }
  const context: RouterContext = {
    table,
    accessLog,
    waiting,
    tunnels: new Set(),
    challenges,
    ports,
    readTimeout: launch.settings.readTimeout,
    limits,
    uploads: new UploadTimeouts({ timeout: uploadTimeout, minRate: defaultMinRate }),
    guesses: createRateLimit({ attempts: maxGuesses, window: guessWindow }),
    trustedProxies,
    publicHttpsPort: launch.settings.publicHttpsPort,
  }
  const replaced = Object.values(launch.replaces ?? {})
  let hasAsked = false
  const askOtherToLeave = () => {
    if (launch.replaces && !hasAsked) tell({ waiting: true })
    hasAsked = true
  }
  const open = (wanted: WantedPorts) =>
    openListeners(launch.settings, wanted, context, certificates)
  const listeners = launch.isStandby
    ? await open({ inherited: inheritedSockets })
    : await openOnPorts({
        settings: launch.settings,
        expected: replaced,
        onExpected: askOtherToLeave,
        open: (ports) => open({ ports, shared: replaced }),
      })
  ports.http = listeners.http.port
  ports.https = listeners.https.port

  const leave = async (grace: number) => {
    context.isLeaving = true
    // It has the listening sockets too: nobody would accept what comes there.
    await standby?.end()
    // The server now tells another router; this one follows the routes that that one saves.
    const follow = async () => table.applyState((await SavedState.read()).current.routes)
    setInterval(() => void follow().catch(() => {}), followEvery)
    passOnConnections()
    // Not at once: they all connect again.
    for (const tunnel of context.tunnels) setTimeout(tunnel.close, (Math.random() * grace) / 2)
    const idleGrace = Math.min(grace / 2, maxIdleGrace)
    await Promise.all([
      listeners.http.close(grace, idleGrace),
      listeners.https.close(grace, idleGrace),
      tcp.close(grace),
    ])
    accessLog?.close()
    process.exit(0)
  }
  const { settings, version } = launch
  const greeting = {
    pid: process.pid,
    version,
    settings,
    ports,
    get tcpPorts() {
      return [...tcp.sockets.keys()]
    },
  }
  await tcp.opened()
  askOtherToLeave()
  const fds = { http: listeners.http.fd, https: listeners.https.fd }
  const standby = keepStandby(launch, fds, () => tcp.sockets)
  tcp.onChange = (port, socket) => standby?.changePort(port, socket)
  // The control socket may have to wait for room; without a router to replace, this is the one that serves.
  if (!launch.replaces) noteProcess(process.pid)
  collectWhenIdle()
  await runCommands({
    launch,
    greeting,
    prepared,
    leave,
    runCommand: (command) => runCommand(router, command),
  })
  return greeting
}

/** The trusted proxies; `undefined` saves the lookup for each request when there are none. */
function blockListOf({ trustedProxies }: RouterSettings): BlockList | undefined {
  if (trustedProxies.length === 0) return undefined
  const list = new BlockList()
  list.fromJSON([...trustedProxies])
  return list
}

/** No address may have more than a quarter of all connections that this process accepts. */
function visitorLimitOf({ maxPerVisitor }: RouterSettings): number {
  const quarter = Math.ceil(processConnectionLimit().max / 4)
  return maxPerVisitor === 0 ? 0 : Math.min(maxPerVisitor, quarter)
}

await runRouterProcess({ title: 'berth-router', run, hasOutlived })
