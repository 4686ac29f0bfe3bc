import '#tests/support/home/own-home.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '#client/client.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { keepCompiled, lendCompiled } from '#tests/support/compiled-cache.ts'
import { inheritedStdio, isHeldByNobody } from '#tests/support/engine/inherited-descriptor.ts'
import { knownRegistry } from '#tests/support/known-registry.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { patientClient } from './patient-client.ts'
import type { AddressesFile, AdminFile } from './platform-files.ts'
import { takeLease } from './pool/lease.ts'

const root = new URL('../../../', import.meta.url).pathname
/** A machine with ten times as much to do as cores takes a minute. */
const startTimeout = 180_000

export type { AddressesFile, AdminFile }

/** A complete platform in its own processes, with free ports and a temporary data folder. */
export class TestBerth implements AsyncDisposable {
  readonly folder: string
  readonly data: string
  readonly settings: Record<string, string>
  /** What the server prints, and that it has ended. */
  readonly events = new EventEmitter<{ output: [string]; end: [] }>()
  addresses!: AddressesFile
  admin!: AdminFile
  client!: Client
  output = ''
  /** Command prefix of the server, such as `prlimit`. */
  prefix: string[] = []
  #server: ChildProcess | undefined
  /** The process of a server that is the pool's. */
  #leased: number | undefined

  private constructor(
    folder: string,
    settings: Record<string, string>,
    data = join(folder, 'data'),
  ) {
    this.folder = folder
    this.data = data
    this.settings = {
      BERTH_DATA: this.data,
      BERTH_API_PORT: '0',
      BERTH_BRIDGE_PORT: '0',
      BERTH_GIT_PORT: '0',
      BERTH_HTTP_PORT: '0',
      BERTH_HTTPS_PORT: '0',
      BERTH_TOOLCHAINS: toolchainCache,
      ...knownRegistry(),
      // Tests poll every few milliseconds.
      BERTH_API_RATE: '6000',
      // The default depends on the machine, and a test may run more than fits.
      BERTH_QUOTA_MEMORY: '0',
      BERTH_MAX_FLAVOR: '3XL',
      // The name servers of the machine are none of a test's: a closed port refuses at once.
      BERTH_DNS_SERVERS: '127.0.0.1:9',
      // Packages that tests need are installed before the first test.
      BERTH_INSTALL_PACKAGES: 'off',
      // One Node for all tests, whatever the catalogue has; releases of today must not decide what fails.
      BERTH_DEFAULT_VERSIONS: 'spec',
      BERTH_TOOLCHAIN_REFRESH: 'off',
      // Deployments would wait for its end; a test about it asks with CC_PROBATION.
      BERTH_PROBATION: '0',
      BERTH_STOP_GRACE: '3s',
      BERTH_LOCK_TIMEOUT: '0',
      BERTH_DRAIN_TIMEOUT: '5s',
      ...settings,
    }
  }

  /** `prepare` is given the data folder, which is not there yet; `parent` is where that is made. */
  static async start(
    settings: Record<string, string> = {},
    prepare: (data: string) => Promise<void> = async () => {},
    prefix: string[] = [],
    parent = tmpdir(),
  ): Promise<TestBerth> {
    const berth = new TestBerth(await mkdtemp(join(parent, 'berth-test-')), settings)
    berth.prefix = prefix
    await prepare(berth.data)
    try {
      await berth.start()
      await lendCompiled(join(berth.data, 'engine'))
    } catch (error) {
      await berth[Symbol.asyncDispose]().catch(() => {})
      throw error
    }
    return berth
  }

  /**
   * A platform that others have used before and will use after, for tests that neither stop nor count it. The account is new, what others
   * had is deleted. Without a pool, as when a file is run by itself, one is started.
   */
  static async lease(settings: Record<string, string> = {}): Promise<TestBerth> {
    const before: string[] = []
    let onOutput = (text: string) => void before.push(text)
    const leased = await takeLease(settings, {
      onOutput: (text) => onOutput(text),
      onEnd: (problem) => {
        throw new Error(problem)
      },
    })
    if (!leased) return TestBerth.start(settings)
    const folder = await mkdtemp(join(tmpdir(), 'berth-lease-'))
    const berth = new TestBerth(folder, leased.settings, leased.data)
    onOutput = (text) => {
      berth.output += text
    }
    for (const text of before) onOutput(text)
    berth.#leased = leased.pid
    berth.addresses = leased.addresses
    berth.#becomes(leased.admin)
    return berth
  }

  get pid(): number {
    return this.#leased ?? this.#server?.pid ?? 0
  }

  get exitCode(): number | null | undefined {
    return this.#server?.exitCode
  }

  /** Starts or restarts the server and waits until every listener is open. */
  async start(): Promise<void> {
    this.#refuseLeased()
    await rm(join(this.data, 'addresses.json'), { force: true })
    const server = this.spawnServer([])
    this.#server = server
    await until(() => existsSync(join(this.data, 'addresses.json')) || server.exitCode !== null, {
      timeout: startTimeout,
      what: 'the start of the server',
    }).catch((error) => {
      throw new Error(`the server did not start:\n${this.output.slice(-2000)}`, { cause: error })
    })
    if (server.exitCode !== null) throw new Error(`the server ended:\n${this.output}`)
    this.addresses = await this.#read('addresses.json')
    this.#becomes(await this.#read('admin.json'))
    this.#keepPorts()
    server.once('exit', () => this.events.emit('end'))
  }

  #refuseLeased(): void {
    if (this.#leased) throw new Error('this platform is of the pool: others need it as it is')
  }

  #becomes(admin: AdminFile): void {
    this.admin = admin
    this.client = patientClient({ api: this.addresses.api, credentials: admin })
  }

  /** A restarted server gets the same ports. */
  #keepPorts(): void {
    const { api, bridge, git } = this.addresses
    Object.assign(this.settings, {
      BERTH_API_PORT: new URL(api).port,
      BERTH_BRIDGE_PORT: new URL(bridge).port,
      BERTH_GIT_PORT: new URL(git.https).port,
    })
  }

  spawnServer(args: string[]): ChildProcess {
    this.#refuseLeased()
    const words = [...this.prefix, process.execPath, join(root, 'server/main.ts'), ...args]
    const [program = '', ...rest] = words
    const server = spawn(program, rest, {
      env: { ...withoutBerth(process.env), ...this.settings },
      // With a descriptor too many, as operators start it.
      stdio: inheritedStdio,
    })
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        this.output += text
        this.events.emit('output', text)
      })
    }
    return server
  }

  /** Resolves when no process has the descriptor that the server was started with. */
  async closesInherited(): Promise<void> {
    if (this.#server) await isHeldByNobody(this.#server)
  }

  /** What the server says from now on has no reader any more. */
  closeOutput(): void {
    this.#server?.stdout?.destroy()
    this.#server?.stderr?.destroy()
  }

  /** Sends the server a signal and waits for its exit. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    this.#refuseLeased()
    const server = this.#server
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    server.kill(signal)
    await until(() => server.exitCode !== null || server.signalCode !== null, {
      timeout: 300_000,
      what: `the end of the server after ${signal}`,
    })
  }

  /** Ends everything that is left with `--stop-all`. */
  async stopAll(): Promise<void> {
    const stopping = this.spawnServer(['--stop-all'])
    await until(() => stopping.exitCode !== null, { timeout: 300_000, what: 'stop-all' })
    if (stopping.exitCode !== 0) throw new Error(`stop-all failed:\n${this.output}`)
  }

  /** If the server does not shut down cleanly, `--stop-all` ends what is left. */
  async [Symbol.asyncDispose]() {
    if (this.#leased) return rm(this.folder, { recursive: true, force: true })
    const isRunning = this.#server?.exitCode === null && this.#server.signalCode === null
    await this.signal('SIGINT')
    if (!isRunning || this.#server?.exitCode !== 0) await this.stopAll()
    await keepCompiled(join(this.data, 'engine'))
    await rm(this.folder, { recursive: true, force: true })
  }

  async #read<T>(name: string): Promise<T> {
    return JSON.parse(await readFile(join(this.data, name), 'utf8'))
  }
}

/** The environment without Berth settings of the operator's shell. */
export function withoutBerth(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^(BERTH|CLEVER)_/.test(name)),
  )
}
