import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '#client/client.ts'
import { until } from '#kit/concurrency/timeout.ts'
import type { FirstAccount } from '#platform/accounts/users/first-account.ts'
import { keepCompiled, lendCompiled } from '#tests/support/compiled-cache.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'

const root = new URL('../../../', import.meta.url).pathname

export interface AddressesFile {
  api: string
  bridge: string
  console: string
  git: { ssh: string; https: string }
  visitors: { http: string; https: string }
  ca: string
}

export type AdminFile = FirstAccount

/** A whole platform in processes of its own, on free ports and a data folder that goes away with it. */
export class TestBerth implements AsyncDisposable {
  readonly folder: string
  readonly data: string
  readonly settings: Record<string, string>
  addresses!: AddressesFile
  admin!: AdminFile
  client!: Client
  output = ''
  /** A program and its words that become the server, such as `prlimit`. */
  prefix: string[] = []
  #server: ChildProcess | undefined

  private constructor(folder: string, settings: Record<string, string>) {
    this.folder = folder
    this.data = join(folder, 'data')
    this.settings = {
      BERTH_DATA: this.data,
      BERTH_API_PORT: '0',
      BERTH_BRIDGE_PORT: '0',
      BERTH_GIT_PORT: '0',
      BERTH_HTTP_PORT: '0',
      BERTH_HTTPS_PORT: '0',
      BERTH_TOOLCHAINS: toolchainCache,
      // Tests ask every few milliseconds whether something has happened.
      BERTH_API_RATE: '6000',
      // The default depends on the machine, and a test may run more than it has.
      BERTH_QUOTA_MEMORY: '0',
      // What tests need is installed before the first of them runs.
      BERTH_INSTALL_PACKAGES: 'off',
      BERTH_STOP_GRACE: '3s',
      BERTH_SETTLE_DEADLINE: '5s',
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
    await berth.start()
    await lendCompiled(join(berth.data, 'engine'))
    return berth
  }

  get pid(): number {
    return this.#server?.pid ?? 0
  }

  get exitCode(): number | null | undefined {
    return this.#server?.exitCode
  }

  /** Starts the server, again if need be, and waits until every listener is open. */
  async start(): Promise<void> {
    await rm(join(this.data, 'addresses.json'), { force: true })
    const server = this.spawnServer([])
    this.#server = server
    await until(() => existsSync(join(this.data, 'addresses.json')) || server.exitCode !== null, {
      timeout: 60_000,
      what: 'the start of the server',
    })
    if (server.exitCode !== null) throw new Error(`the server ended:\n${this.output}`)
    this.addresses = await this.#read('addresses.json')
    this.admin = await this.#read('admin.json')
    this.client = createClient({ api: this.addresses.api, credentials: this.admin })
    this.#keepPorts()
  }

  /** A server that is started again is found where it was. */
  #keepPorts(): void {
    const { api, bridge, git } = this.addresses
    Object.assign(this.settings, {
      BERTH_API_PORT: new URL(api).port,
      BERTH_BRIDGE_PORT: new URL(bridge).port,
      BERTH_GIT_PORT: new URL(git.https).port,
    })
  }

  spawnServer(args: string[]): ChildProcess {
    const words = [...this.prefix, process.execPath, join(root, 'server/main.ts'), ...args]
    const [program = '', ...rest] = words
    const server = spawn(program, rest, {
      env: { ...withoutBerth(process.env), ...this.settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        this.output += text
      })
    }
    return server
  }

  /** Sends the server a signal and waits for its end. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    server.kill(signal)
    await until(() => server.exitCode !== null || server.signalCode !== null, {
      timeout: 60_000,
      what: `the end of the server after ${signal}`,
    })
  }

  /** Ends whatever is left, through the option that users have for it. */
  async stopAll(): Promise<void> {
    const stopping = this.spawnServer(['--stop-all'])
    await until(() => stopping.exitCode !== null, { timeout: 90_000, what: 'stop-all' })
    if (stopping.exitCode !== 0) throw new Error(`stop-all failed:\n${this.output}`)
  }

  /** Where an orderly end is impossible, whatever is left is ended by the option for it. */
  async [Symbol.asyncDispose]() {
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

/** The environment of the tests without settings that an operator may have in their shell. */
export function withoutBerth(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^(BERTH|CLEVER)_/.test(name)),
  )
}
