import '#tests/support/home/own-home.ts'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '#client/client.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import { type ProcessResult, run } from '#kit/process/subprocess.ts'
import { knownRegistry } from '#tests/support/known-registry.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { withoutBerth } from './berth.ts'
import { patientClient } from './patient-client.ts'
import type { AddressesFile, AdminFile } from './platform-files.ts'

const commandTimeout = 900_000
const startTimeout = 300_000

/** A platform whose programs are installed releases, in folders of a test and without systemd. */
export class InstalledBerth implements AsyncDisposable {
  readonly folder: string
  readonly home: string
  readonly data: string
  readonly settings: Record<string, string>
  addresses!: AddressesFile
  admin!: AdminFile
  client!: Client

  private constructor(
    folder: string,
    ports: { api: number; git: number },
    settings: Record<string, string>,
  ) {
    this.folder = folder
    this.home = join(folder, 'home')
    this.data = join(folder, 'data')
    this.settings = {
      BERTH_DATA: this.data,
      BERTH_API_PORT: String(ports.api),
      BERTH_BRIDGE_PORT: '0',
      BERTH_GIT_PORT: String(ports.git),
      BERTH_HTTP_PORT: '0',
      BERTH_HTTPS_PORT: '0',
      BERTH_TOOLCHAINS: toolchainCache,
      BERTH_INSTALL_PACKAGES: 'off',
      BERTH_PROBATION: '0',
      BERTH_DRAIN_TIMEOUT: '5s',
      BERTH_QUOTA_MEMORY: '0',
      BERTH_MAX_FLAVOR: '3XL',
      ...knownRegistry(),
      ...settings,
    }
  }

  /** Installs a release, and starts it as an init system would. */
  static async install(
    release: string,
    settings: Record<string, string> = {},
    prepare: (data: string) => Promise<void> = async () => {},
  ): Promise<InstalledBerth> {
    const folder = await mkdtemp(join(tmpdir(), 'berth-installed-'))
    const ports = { api: await freePort(), git: await freePort() }
    const berth = new InstalledBerth(folder, ports, settings)
    await mkdir(berth.home)
    await mkdir(berth.data, { mode: 0o711 })
    await prepare(berth.data)
    const { code, stdout, stderr } = await berth.activate(release)
    if (code !== 0) {
      await rm(folder, { recursive: true, force: true })
      throw new Error(`the release was not installed:\n${stdout}${stderr}`)
    }
    await berth.start()
    berth.admin = await berth.#read('admin.json')
    await berth.connect()
    return berth
  }

  /** Starts what is current, as an init system would. */
  async start(): Promise<void> {
    spawn(join(this.home, 'current/bin/berth-server'), [], {
      detached: true,
      stdio: 'ignore',
      env: this.#environment(),
    }).unref()
    await until(() => existsSync(join(this.data, 'addresses.json')), {
      timeout: startTimeout,
      what: 'the start',
    })
  }

  /** Makes a release the running version. */
  activate(release: string): Promise<ProcessResult> {
    const program = join(release, 'bin/berth-server')
    return this.run([program, 'activate', '--home', this.home])
  }

  /** Runs a program of the operator. */
  run(command: [string, ...string[]]): Promise<ProcessResult> {
    return run(command, { env: this.#environment(), cwd: this.folder, timeout: commandTimeout })
  }

  /** Reads where the server that runs now listens. */
  async connect(): Promise<void> {
    this.addresses = await this.#read('addresses.json')
    this.client = patientClient({ api: this.addresses.api, credentials: this.admin })
  }

  async [Symbol.asyncDispose]() {
    await this.run([join(this.home, 'current/bin/berth-server'), '--stop-all'])
    await rm(this.folder, { recursive: true, force: true })
  }

  #environment() {
    return { ...withoutBerth(process.env), ...this.settings }
  }

  async #read<T>(name: string): Promise<T> {
    return JSON.parse(await readFile(join(this.data, name), 'utf8'))
  }
}
