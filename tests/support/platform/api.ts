import { randomBytes } from 'node:crypto'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { apiListener, bridgeListener, openListener } from '#api/http/api-server.ts'
import { type App, createApp } from '#api/http/app.ts'
import type { Listener } from '#api/http/listener.ts'
import type { ConsoleFiles } from '#api/pages/console/console-files.ts'
import type { DocsFiles } from '#api/pages/docs/docs-files.ts'
import type { StaticFile } from '#api/pages/static-file.ts'
import { createCliPackage } from '#cli-package/cli-package.ts'
import { createSigner, type Signer } from '#kit/crypto/signer.ts'
import { createAuthority } from '#kit/crypto/x509.ts'
import { withCheckedAnswers } from './checked-answers.ts'
import { openTestPlatform, type TestPlatform } from './platform.ts'
import type { ServerParts } from './world.ts'

export interface TestApi extends TestPlatform {
  /** Origin of the API, without a trailing slash. */
  url: string
  /** Origin of the bridge. */
  bridge: string
  /** Signs cookies. */
  signer: Signer
  /** The API's request handler without a port. */
  listener: Listener
  /** Asks one of the two by its address as `fetch` does, without a connection. */
  ask(url: string, init?: RequestInit): Promise<Response>
  /** Closes the port of the API, as a restart does; returns what opens it again. */
  closeListener(): Promise<() => Promise<void>>
}

const drainTimeout = 60_000

/** A built console of two files. */
const tinyConsole: ConsoleFiles = {
  index: async () => fileOf('text/html; charset=utf-8', '<!DOCTYPE html>'),
  asset: async (name) =>
    name === 'index-1.js' ? fileOf('text/javascript; charset=utf-8', 'export {}') : undefined,
  licences: async () => fileOf('text/plain; charset=utf-8', 'MIT'),
  isBuilding: () => false,
}

/** Built documentation: the same page in each folder, and one script. */
const tinyDocs: DocsFiles = {
  isBuilt: async () => true,
  async file(path) {
    if (path.endsWith('index.html')) return fileOf('text/html; charset=utf-8', '<!DOCTYPE html>')
    const isScript = path === 'assets/site-1.js'
    return isScript ? fileOf('text/javascript; charset=utf-8', 'export {}') : undefined
  },
}

const fileOf = (contentType: string, text: string): StaticFile => ({
  contentType,
  etag: `"${text.length}"`,
  bytes: Buffer.from(text),
  brotli: brotliCompressSync(text),
  gzip: gzipSync(text),
})

const nowhere = {
  api: 'https://api.example.test',
  bridge: 'https://bridge.example.test',
  console: '',
  git: 'git.test',
  visitors: { http: 'http://apps.test:4080', https: 'https://apps.test:4443' },
}

/** The API before a platform of its own. A bug in it, and an answer of another shape than declared, fails the test. */
export async function openTestApi(
  options: { withFile?: boolean; consoleFiles?: ConsoleFiles; docsFiles?: DocsFiles } = {},
  wrap?: (parts: ServerParts) => ServerParts,
): Promise<TestApi> {
  const setup = await openTestPlatform(wrap, options)
  const signer = createSigner(randomBytes(32))
  const opening = {
    host: '127.0.0.1',
    port: 0,
    identity: createAuthority('test'),
    platform: setup.platform,
    addresses: () => nowhere,
    signer,
    cliPackage: createCliPackage(join(import.meta.dirname, '../../..')),
    consoleFiles: options.consoleFiles ?? tinyConsole,
    docsFiles: options.docsFiles ?? tinyDocs,
    trustedProxies: new BlockList(),
    // A disk or a database that is away is a sentence, and no bug.
    log: (line: string) => void (line.startsWith('waiting:') || setup.bugs.push(new Error(line))),
  }
  const listener = withCheckedAnswers(apiListener(opening))
  const onBridge = withCheckedAnswers(bridgeListener(opening))
  let server = await openListener(opening, listener)
  const { port } = server
  const bridge = await openListener(opening, onBridge)
  const apps = new Map([
    [port, createApp(listener)],
    [bridge.port, createApp(onBridge)],
  ])
  return {
    ...setup,
    signer,
    listener,
    url: `http://127.0.0.1:${port}`,
    bridge: `http://127.0.0.1:${bridge.port}`,
    ask: (url, init) => askApp(apps, url, init),
    async closeListener() {
      await server.close(0)
      return async () => {
        server = await openListener({ ...opening, port }, listener)
      }
    },
    async [Symbol.asyncDispose]() {
      // A call that is still under way would write to a closed store.
      await Promise.all([server.close(drainTimeout), bridge.close(drainTimeout)])
      await setup[Symbol.asyncDispose]()
    },
  }
}

/** As `fetch` would: with a Host header, unless there is one, and following a page that sends elsewhere unless it is told not to. */
async function askApp(
  apps: ReadonlyMap<number, App>,
  url: string,
  init: RequestInit = {},
): Promise<Response> {
  const { host, port } = new URL(url)
  const app = apps.get(Number(port))
  if (!app) throw new Error(`nobody listens at ${url}`)
  const request = new Request(url, init)
  if (!request.headers.has('host')) request.headers.set('host', host)
  const response = await app.fetch(request)
  const location = response.headers.get('location')
  if (location === null || init.redirect === 'manual' || response.status > 303) return response
  return askApp(apps, new URL(location, url).href, { headers: init.headers ?? {} })
}
