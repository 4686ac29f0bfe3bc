import { sleep } from '#kit/concurrency/timeout.ts'
import { maxOpenFiles } from '#kit/process/open-files.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { AccessLog } from '#routers/access-log/access-log.ts'
import { type RouterParts, runCommand } from '#routers/control/control-commands.ts'
import { HostCertificates } from '#routers/control/host-certificates.ts'
import {
  type Answer,
  accessLogFolder,
  type Launch,
  type Ports,
  type RouterCommand,
} from '#routers/control/router-commands.ts'
import { SavedState } from '#routers/control/state.ts'
import { networksOf } from '#routers/haproxy/configuration/addresses.ts'
import { type WorkerUser, workerUser } from '#routers/haproxy/haproxy-program.ts'
import { openLogServer } from '#routers/haproxy/log/log-server.ts'
import { TrafficLog } from '#routers/haproxy/log/traffic-log.ts'
import { Statistics } from '#routers/statistics.ts'
import { DesiredState } from './desired-state.ts'
import { HaproxyControl } from './haproxy-control.ts'
import { HaproxyProcess } from './haproxy-process.ts'
import { LoadedFiles } from './loaded-files.ts'
import { choosePorts } from './ports.ts'
import { Refusals } from './refusals.ts'
import { makeSocketFolder } from './socket-folder.ts'
import { TcpPorts } from './tcp-ports.ts'

/** A connection over HTTPS has a socket of the visitor, two between the listeners, and one of the instance. */
const filesPerConnection = 5
const maxConnections = 20_000
/** HAProxy logs a connection just after its end. */
const logDelay = 10

/** Executes the commands of the server, keeps HAProxy running, and counts and logs what it reports. */
export class Agent {
  readonly ports: Ports
  readonly #haproxy: HaproxyProcess
  readonly #control: HaproxyControl
  readonly #tcp: TcpPorts
  readonly #parts: RouterParts
  readonly #refusals: Refusals
  readonly #log: TrafficLog
  readonly #statistics: Statistics
  readonly #accessLog: AccessLog | undefined

  private constructor(options: {
    haproxy: HaproxyProcess
    ports: Ports
    settings: Launch['settings']
    desired: DesiredState
    saved: SavedState
    hostCertificates: HostCertificates
    tcp: TcpPorts
    user: WorkerUser | undefined
  }) {
    const { settings, desired, saved, hostCertificates, tcp } = options
    this.ports = options.ports
    this.#tcp = tcp
    this.#haproxy = options.haproxy
    const files = new LoadedFiles({
      user: options.user,
      host: settings.host,
      httpPort: options.ports.http,
      httpsPort: options.ports.https,
      publicHttpsPort: settings.publicHttpsPort ?? options.ports.https,
      answerTimeout: settings.answerTimeout,
      uploadTimeout: settings.uploadTimeout,
      maxPerVisitor: settings.maxPerVisitor,
      trustedProxies: networksOf(settings.trustedProxies),
      hasAccessLog: settings.accessLogRate > 0,
      maxConnections: Math.min(maxConnections, Math.floor(maxOpenFiles() / filesPerConnection)),
    })
    this.#control = new HaproxyControl({ haproxy: this.#haproxy, files, tcp, desired })
    const statistics = new Statistics()
    this.#statistics = statistics
    const { accessLogRate } = settings
    this.#accessLog = accessLogRate > 0 ? new AccessLog(accessLogFolder, accessLogRate) : undefined
    this.#log = new TrafficLog(statistics, this.#accessLog)
    this.#refusals = new Refusals(this.#haproxy)
    desired.onChange = (id) => {
      routeStatistics(statistics, desired, id)
      this.#control.changed(id)
    }
    this.#parts = {
      saved,
      table: desired,
      certificates: desired,
      hostCertificates,
      upstreams: this.#control.servers,
      statistics,
      tcp: {
        update() {},
        opened: () => this.#control.settled(),
        get problems() {
          return tcp.problems
        },
      },
      limits: this.#refusals,
    }
  }

  static async open({ settings, replaces, replacedTcpPorts = [] }: Launch): Promise<Agent> {
    const desired = new DesiredState()
    const saved = await SavedState.read()
    desired.applyState(saved.current.routes)
    desired.hold(saved.identities)
    const hostCertificates = await HostCertificates.read({
      certificates: desired,
      challenges: desired,
    })
    const user = workerUser()
    const tcp = new TcpPorts(settings.host)
    const haproxy = new HaproxyProcess()
    const left = haproxy.leftPorts
    tcp.opened([...replacedTcpPorts, ...left])
    const ports = await choosePorts(settings, [...Object.values(replaces ?? {}), ...left])
    const agent = new Agent({
      haproxy,
      ports,
      settings,
      desired,
      saved,
      hostCertificates,
      tcp,
      user,
    })
    await makeSocketFolder(user)
    if (agent.#accessLog) {
      await openLogServer(user, (line) => agent.#log.add(line))
    }
    await agent.#control.open()
    return agent
  }

  /** Open ports of TCP redirections. */
  get tcpPorts(): number[] {
    return this.#tcp.openPorts
  }

  async run(command: Exclude<RouterCommand, { kind: 'leave' }>): Promise<Answer> {
    if (command.kind === 'count') {
      await sleep(logDelay)
      await this.#log.catchUp()
      await this.#refusals.update()
      this.#statistics.setInFlight(await this.#control.servers.inFlight())
    }
    const answer = await runCommand(this.#parts, command)
    if (command.kind !== 'count' && command.kind !== 'drain') await this.#control.settled()
    return answer
  }

  /** Ends HAProxy, unless the agent that replaces this one has given it another configuration already. */
  async leave(grace: number) {
    const isOwn = await this.#control.isCurrent()
    this.#control.close()
    if (isOwn) await this.#haproxy.end(grace)
    this.#accessLog?.close()
  }
}

/** Counters of instances without a route are forgotten in time. */
function routeStatistics(statistics: Statistics, { routes }: DesiredState, id?: string) {
  if (id === undefined) return
  const applicationId = id as ApplicationId
  const route = routes.get(id)
  const used = (route?.upstreams ?? []).map(({ instanceId }) => instanceId)
  const counted = route ? [null, ...used].map((each) => statistics.of(applicationId, each)) : []
  statistics.routeOnly(new Set(counted), applicationId)
}
