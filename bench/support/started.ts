import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import { root } from '#tests/laws/source-tree.ts'
import { type AdminFile, withoutBerth } from '#tests/support/platform/berth.ts'

/** A running server, and the time from its start to the first 200. */
export interface StartedServer extends AsyncDisposable {
  pid: number
  port: number
  milliseconds: number
}

export interface StartedPlatform extends StartedServer {
  admin: AdminFile
  bridgePort: number
  /** Ends everything, starts the platform again and returns the milliseconds to the first answer. */
  restart(): Promise<number>
}

/** Starts the platform as `npm start` does, on an empty data folder or one filled by `prepare`. */
export async function startPlatform(
  prepare: (data: string) => Promise<unknown> = async () => {},
  settings: Record<string, string> = {},
): Promise<StartedPlatform> {
  await using undo = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'berth-bench-'))
  undo.defer(() => rm(folder, { recursive: true, force: true }))
  await prepare(join(folder, 'data'))
  const port = await freePort()
  const bridgePort = await freePort()
  const environment = {
    ...withoutBerth(process.env),
    BERTH_DATA: join(folder, 'data'),
    BERTH_API_PORT: String(port),
    BERTH_BRIDGE_PORT: String(bridgePort),
    // Rate limiting is active but never reached.
    BERTH_API_RATE: '9000000',
    ...Object.fromEntries(
      ['GIT', 'HTTP', 'HTTPS'].map((listener) => [`BERTH_${listener}_PORT`, '0']),
    ),
    ...settings,
  }
  const program = [join(root, 'bin/berth-server')]
  let started = await startProgram(program, port, '/health', environment)
  undo.defer(() => started[Symbol.asyncDispose]())
  const admin = JSON.parse(await readFile(join(folder, 'data/admin.json'), 'utf8'))
  const ending = undo.move()
  return {
    // Another process after each restart.
    get pid() {
      return started.pid
    },
    port,
    milliseconds: started.milliseconds,
    admin,
    bridgePort,
    async restart() {
      await started[Symbol.asyncDispose]()
      started = await startProgram(program, port, '/health', environment)
      return started.milliseconds
    },
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  }
}

/** Starts a bare Node HTTP server with a constant response. */
export async function startBare(body = '{}', headers = {}): Promise<StartedServer> {
  await using undo = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'berth-bench-'))
  undo.defer(() => rm(folder, { recursive: true, force: true }))
  const answer = join(folder, 'answer.json')
  await writeFile(answer, JSON.stringify({ body, headers }))
  const port = await freePort()
  const program = [process.execPath, join(import.meta.dirname, 'bare-server.ts')]
  const args = [...program, String(port), answer]
  const started = undo.use(await startProgram(args, port, '/', process.env))
  const ending = undo.move()
  return { ...started, [Symbol.asyncDispose]: () => ending.disposeAsync() }
}

async function startProgram(
  [program = '', ...args]: string[],
  port: number,
  path: string,
  env: NodeJS.ProcessEnv,
): Promise<StartedServer> {
  const begin = performance.now()
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const answered = firstAnswer(`http://127.0.0.1:${port}${path}`, child)
  await withTimeout(answered, 300_000, `the first answer of ${program}`).catch((error) => {
    child.kill('SIGINT')
    throw error
  })
  return {
    pid: child.pid ?? 0,
    port,
    milliseconds: performance.now() - begin,
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT')
      if (child.exitCode === null) await withTimeout(once(child, 'exit'), 60_000, 'the end')
    },
  }
}

async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const { promise, resolve } = Promise.withResolvers<number>()
    get(url, (response) => resolve(response.resume().statusCode ?? 0)).on('error', () => resolve(0))
    if ((await promise) === 200) return
    await new Promise((next) => setTimeout(next, 2))
  }
  throw new Error(`the program ended with ${child.exitCode}`)
}
