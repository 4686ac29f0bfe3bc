import { closeSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { bugLine, timedLine } from '#kit/text/log-line.ts'
import { openControlServer } from '#routers/control/control-server.ts'
import { noteProcess } from '#routers/control/end-router.ts'
import { ListenError } from '#routers/control/listen-error.ts'
import type { Launch, LaunchNews, RouterGreeting } from '#routers/control/router-commands.ts'
import { Agent } from './agent/agent.ts'

const graceOfSignal = 10_000
const patienceWithOther = 5000
const newsPipe = 3

/** The agent of HAProxy. It works in its folder and survives the server that started it, as HAProxy survives it. */
async function run(launch: Launch): Promise<RouterGreeting> {
  const { settings, version } = launch
  const agent = await Agent.open(launch)
  if (launch.replaces) tell({ waiting: true })
  const greeting = {
    pid: process.pid,
    version,
    settings,
    ports: agent.ports,
    get tcpPorts() {
      return agent.tcpPorts
    },
  }
  const leave = async (grace: number) => {
    await agent.leave(grace)
    process.exit(0)
  }
  const control = await openControlServer({
    greeting,
    patience: launch.replaces ? patienceWithOther : 0,
    async runCommand(command) {
      if (command.kind !== 'leave') return agent.run(command)
      setImmediate(() => {
        control.close()
        void leave(command.grace)
      })
      return {}
    },
    onDisplaced: () => void leave(graceOfSignal),
  })
  noteProcess(process.pid)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      control.close()
      void leave(graceOfSignal)
    })
  }
  return greeting
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
process.title = 'berth-haproxy-agent'
process.umask(0o077)
// A bug in one command must not end the others.
process.on('uncaughtException', (error) => console.error(timedLine(bugLine(error))))
try {
  const launch: Launch = JSON.parse(process.argv[2] ?? '')
  tell({ ready: await run(launch) })
} catch (error) {
  const problem = error instanceof Error ? error.message : String(error)
  const { code } = error as NodeJS.ErrnoException
  const place = error instanceof ListenError ? { port: error.port } : {}
  tell({ problem, code, ...place })
  console.error(error)
  process.exit(1)
}
