import { closeSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { BlockList } from 'node:net'
import { noteOwnProcess } from './end-router.ts'
import { applyState, runCommand } from './proxy/control/control-commands.ts'
import { openControlServer } from './proxy/control/control-server.ts'
import { RouteTable } from './proxy/control/route-table.ts'
import { SavedState } from './proxy/control/state.ts'
import { Certificates } from './proxy/listeners/certificates.ts'
import { ListenError, openListeners } from './proxy/listeners/listeners.ts'
import { openOnPorts } from './proxy/listeners/ports.ts'
import { AnswerTimeouts } from './proxy/upstream/load-balancer.ts'
import { Upstreams } from './proxy/upstream/upstreams.ts'
import type { Launch, LaunchNews, RouterGreeting, RouterSettings } from './router-commands.ts'

const graceOfSignal = 10_000
const patienceWithOther = 5000
const newsPipe = 3

/** The router process. It works in its folder and survives the server that started it. */
async function run(launch: Launch): Promise<RouterGreeting> {
  const upstreams = new Upstreams()
  const certificates = new Certificates()
  const table = new RouteTable(upstreams)
  const waiting = new AnswerTimeouts(launch.settings.answerTimeout)
  const saved = await SavedState.read()
  const router = { saved, table, certificates, upstreams }
  applyState(router, saved.current)

  const ports = { http: 0, https: 0 }
  const context = {
    table,
    waiting,
    ports,
    trustedProxies: blockListOf(launch.settings),
    publicHttpsPort: launch.settings.publicHttpsPort,
  }
  let hasAsked = false
  const askOtherToLeave = () => {
    if (launch.replaces && !hasAsked) tell({ waiting: true })
    hasAsked = true
  }
  const listeners = await openOnPorts({
    settings: launch.settings,
    expected: Object.values(launch.replaces ?? {}),
    onExpected: askOtherToLeave,
    open: (wanted) => openListeners(launch.settings, wanted, context, certificates),
  })
  ports.http = listeners.http.port
  ports.https = listeners.https.port

  const leave = async (grace: number) => {
    await Promise.all([listeners.http.close(grace), listeners.https.close(grace)])
    process.exit(0)
  }
  const { settings, version } = launch
  const greeting = { pid: process.pid, version, settings, ports }
  askOtherToLeave()
  const control = await openControlServer({
    greeting,
    patience: launch.replaces ? patienceWithOther : 0,
    async runCommand(order) {
      if (order.kind !== 'leave') return runCommand(router, order)
      setImmediate(() => {
        control.close()
        void leave(order.grace)
      })
      return {}
    },
    // The socket belongs to another router now, so it is left alone.
    onDisplaced: () => void leave(graceOfSignal),
  })
  noteOwnProcess()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      control.close()
      void leave(graceOfSignal)
    })
  }
  return greeting
}

/** The trusted proxies; `undefined` saves the lookup for each request when there are none. */
function blockListOf({ trustedProxies }: RouterSettings): BlockList | undefined {
  if (trustedProxies.length === 0) return undefined
  const list = new BlockList()
  list.fromJSON([...trustedProxies])
  return list
}

/** Reports to the parent process, which may have exited. */
function tell(news: LaunchNews) {
  try {
    writeSync(newsPipe, `${JSON.stringify(news)}\n`)
    if (!('waiting' in news)) closeSync(newsPipe)
  } catch {}
}

if (process.argv[2] === 'compile') {
  flushCompileCache()
  process.exit(0)
}
process.title = 'berth-router'
process.umask(0o077)
// A bug in serving one visitor must not end the connections of all others.
process.on('uncaughtException', (error) => console.error(error))
try {
  tell({ ready: await run(JSON.parse(process.argv[2] ?? '')) })
} catch (error) {
  const problem = error instanceof Error ? error.message : String(error)
  tell(error instanceof ListenError ? { problem, code: error.code, port: error.port } : { problem })
  console.error(error)
  process.exit(1)
}
