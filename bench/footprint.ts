import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { bandOf } from '#tests/laws/import-law.ts'
import { importsOf, resolveImport, root } from '#tests/laws/source-tree.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { visit } from '#tests/support/visitors/visit.ts'
import { Coverage } from './support/coverage.ts'
import type { Bench, Figure } from './support/figure.ts'

/** Where a process that gets SIGUSR1 opens its debugger. */
const signalledInspector = 'http://127.0.0.1:9229/json/list'

/**
 * How much code a request passes through: files of which a function is called, and imports that lead from one of these
 * files to another in a different band of the import law. The kit is no band: it counts for neither, and is printed with the
 * other files on standard error.
 */
export default {
  name: 'footprint',
  async run() {
    await using berth = await TestBerth.start({ NODE_OPTIONS: '--inspect=127.0.0.1:0' })
    const [, inspector = ''] = /Debugger listening on (ws:\S+)/.exec(berth.output) ?? []
    using server = await Coverage.attach(inspector)
    return [
      ...(await describe('signed GET /v2/self', await filesOfGet(berth, server), 20, 4)),
      ...(await describe(
        'push until the first visitor',
        await filesOfPush(berth, server),
        195,
        30,
      )),
    ]
  },
} satisfies Bench

/** Asked when the server does nothing else: after its start it still reads the files of the console. */
async function filesOfGet(berth: TestBerth, server: Coverage): Promise<string[]> {
  await berth.client.self.get()
  const isQuiet = async () => (await server.take()).length === 0
  await until(isQuiet, { timeout: 60_000, every: 300, what: 'a moment without work' })
  await berth.client.self.get()
  return server.take()
}

/** A first push of an application without dependencies, over HTTPS, to a platform that has deployed before. */
async function filesOfPush(berth: TestBerth, server: Coverage): Promise<string[]> {
  const earlier = await PushedApplication.create(berth, 'earlier')
  await earlier.deploy(webServer('earlier'))
  using router = await attachRouter(berth)
  const application = await PushedApplication.create(berth, 'measured')
  await application.project.write(webServer('first'))
  await application.project.commit('First version')
  await server.take()
  await router.take()
  await application.project.git('push', 'berth', 'master')
  const files = new Set<string>()
  const add = (more: string[]) => more.forEach((file) => void files.add(file))
  await until(
    async () => {
      // What the router does for visitors who come too early is not part of the way.
      add(await router.take())
      const { status } = await visit(berth.addresses.visitors.http, application.host, {})
      const own = await router.take()
      if (status === 200) add(own)
      return status === 200
    },
    { timeout: 60_000, every: 50, what: 'the first visitor' },
  )
  add(await server.take())
  return [...files]
}

async function attachRouter(berth: TestBerth): Promise<Coverage> {
  const { pid } = JSON.parse(await readFile(join(berth.data, 'router/process.json'), 'utf8'))
  process.kill(pid, 'SIGUSR1')
  const inspector = await until(
    async () => {
      const answer = await fetch(signalledInspector).catch(() => undefined)
      return ((await answer?.json()) as { webSocketDebuggerUrl: string }[])?.[0]
        ?.webSocketDebuggerUrl
    },
    { timeout: 10_000, what: "the router's debugger" },
  )
  return Coverage.attach(inspector)
}

async function describe(
  name: string,
  called: string[],
  maxFiles: number,
  maxCrossings: number,
): Promise<Figure[]> {
  const files = called.filter((path) => !path.startsWith('kit/'))
  const crossings = await crossingsOf(files)
  const lines = [`${name}:`, ...called.sort(), `crossings of ${name}:`, ...crossings.sort()]
  process.stderr.write(`${lines.join('\n  ')}\n`)
  return [
    { name: `${name}, files`, value: files.length, unit: 'files', budget: maxFiles },
    {
      name: `${name}, crossings`,
      value: crossings.length,
      unit: 'imports',
      samples: files.length,
      budget: maxCrossings,
    },
  ]
}

const typeImports = /^(?:import|export) type\b[^']*'[^']+'$/gm

async function crossingsOf(files: string[]): Promise<string[]> {
  const all = await Promise.all(
    files.map(async (path) => {
      const text = (await readFile(join(root, path), 'utf8')).replace(typeImports, '')
      const targets = importsOf({ path, text }).map((name) => resolveImport(path, name) ?? '')
      return targets
        .filter((target) => files.includes(target) && bandOf(target) !== bandOf(path))
        .map((target) => `${path} → ${target}`)
    }),
  )
  return all.flat()
}
