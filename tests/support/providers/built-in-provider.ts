import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { createVault, type Vault } from '#kit/crypto/vault.ts'
import { basicAuth } from '#kit/net/basic-auth.ts'
import { freePort } from '#kit/net/free-port.ts'
import { plainEnvironment } from '#kit/process/subprocess.ts'
import type { RestoreProgress } from '#protocol/databases/restore.ts'
import { provisionRequest } from '#protocol/provision-request.ts'
import type { Handover } from '#providers/kit/built-in-provider.ts'
import type { ServerAccess } from '#providers/kit/servers/server-access.ts'
import { memoryTmpdir } from '#tests/support/memory-folder.ts'
import { testAccess } from '#tests/support/servers/server-access.ts'
import { cacheFolder } from '#tests/test-file.ts'

const providers = join(import.meta.dirname, '../../../providers')
const password = 'a password with quite some letters in it'
const salt = 'a salt, which has quite some letters in it, too'

export interface OrderedAddon {
  id: string
  config: Record<string, string>
}

/** A built-in provider in its own process, called only by the test. */
export class TestBuiltInProvider {
  readonly folder: string
  readonly #name: string
  readonly #id: string
  readonly #port: number
  readonly #platform: ReturnType<typeof createServer>
  #given: Handover
  #child: ChildProcess | undefined

  private constructor(given: {
    folder: string
    name: string
    id: string
    port: number
    platform: ReturnType<typeof createServer>
    given: Handover
  }) {
    this.folder = given.folder
    this.#name = given.name
    this.#id = given.id
    this.#port = given.port
    this.#platform = given.platform
    this.#given = given.given
  }

  /** `name` is that of its folder; `heard` gets log lines of add-ons, and their variables when they change. */
  static async open(
    name: string,
    heard: string[] = [],
    access: ServerAccess = testAccess(),
    choices: Readonly<Record<string, string>> = {},
    around = memoryTmpdir(),
  ): Promise<TestBuiltInProvider> {
    const folder = await mkdtemp(join(around, `${name}-`))
    await chmod(folder, 0o711)
    const offer = JSON.parse(await readFile(join(providers, name, 'offer.json'), 'utf8'))
    const platform = logCollector(heard).listen(0, '127.0.0.1')
    await once(platform, 'listening')
    const port = await freePort()
    const base = `http://127.0.0.1:${port}`
    const urls = { base_url: `${base}/resources`, sso_url: `${base}/sso` }
    const manifest = {
      id: offer.id,
      name: offer.name,
      api: {
        config_vars: offer.configVars,
        password,
        sso_salt: salt,
        regions: ['eu'],
        production: urls,
        test: urls,
      },
    }
    const apiUrl = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`
    const key = randomBytes(32).toString('hex')
    const addonsHost = '127.0.0.1'
    const given: Handover = { manifest, port, addonsHost, access, apiUrl, key, choices }
    const provider = new TestBuiltInProvider({ folder, name, id: offer.id, port, platform, given })
    await provider.start()
    return provider
  }

  /** Starts or restarts it, with changes of its handover. */
  async start(told: Partial<Handover> = {}): Promise<void> {
    this.#given = { ...this.#given, ...told }
    const main = join(providers, this.#name, 'main.ts')
    const child = spawn(process.execPath, [main, this.folder], {
      env: { ...plainEnvironment(), NODE_COMPILE_CACHE: cacheFolder },
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    })
    this.#child = child
    child.stdin?.write(`${JSON.stringify(this.#given)}\n`)
    const ready = new Promise<void>((resolve, reject) => {
      child.stdout?.on('data', (text) => String(text).includes('ready') && resolve())
      child.once('exit', (code) => reject(new Error(`the provider ended with ${code}`)))
    })
    await withTimeout(ready, 60_000, 'the start of the provider')
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await withTimeout(gone, 60_000, 'the end of the provider')
  }

  /** Access to its servers. */
  get access(): ServerAccess {
    return this.#given.access
  }

  /** Decrypts its secrets. */
  get vault(): Vault {
    return createVault(Buffer.from(this.#given.key, 'hex'))
  }

  /** Stops it and its servers, and removes its folder. */
  async close(): Promise<void> {
    if (!this.#child) await this.start()
    await this.end('SIGINT')
    this.#platform.close()
    await rm(this.folder, { recursive: true })
  }

  async ask(method: string, path: string, body?: object): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.#port}/resources${path}`, {
      method,
      headers: {
        authorization: basicAuth({ id: this.#id, password }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }

  /** Sends bytes as they are. */
  put(path: string, bytes: Buffer<ArrayBuffer>): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.#port}/resources${path}`, {
      method: 'PUT',
      headers: { authorization: basicAuth({ id: this.#id, password }) },
      body: bytes,
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test looks at what it expects.
  async call(method: string, path: string, body?: object): Promise<any> {
    const response = await this.ask(method, path, body)
    const text = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }

  order(
    addonId: string,
    plan: string,
    options: Record<string, string> = {},
  ): Promise<OrderedAddon> {
    const order = provisionRequest({
      addon_id: addonId,
      owner_id: 'orga_1',
      owner_name: 'Ada',
      user_id: 'user_1',
      plan,
      callback_url: 'http://127.0.0.1:1/none',
      options,
      logplex_token: 't',
    })
    return this.call('POST', '', order)
  }

  /** Makes a back-up, asserts success, and returns its id. */
  async backup(id: string): Promise<string> {
    const begun = await this.call('POST', `/${id}/backups`)
    const isDone = async () => {
      const backups: { id: string; status: string }[] = await this.call('GET', `/${id}/backups`)
      const status = backups.find((each) => each.id === begun.id)?.status
      assert.notEqual(status, 'failed')
      return status === 'success'
    }
    await until(isDone, { timeout: 300_000, what: 'the back-up' })
    return begun.id
  }

  /** Restores a back-up in place, asserts success, and returns the id of what was there. */
  async restore(id: string, backupId: string): Promise<string> {
    const path = `/${id}/backups/${backupId}/restore`
    let progress: RestoreProgress = await this.call('POST', path)
    const isDone = async () => {
      progress = await this.call('GET', path)
      assert.notEqual(progress.state, 'failed', progress.message)
      return progress.state === 'restored'
    }
    await until(isDone, { timeout: 300_000, what: 'the restore' })
    return progress.savedId
  }
}

function logCollector(heard: string[]) {
  return createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      if (request.method === 'POST' || request.method === 'PUT') heard.push(text)
      // The public address, which no name server knows.
      const url = 'https://berth.invalid/logs'
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ url, logplex_token: 't', content_type: '' }))
    })
  })
}
