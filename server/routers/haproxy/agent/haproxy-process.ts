import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { sleep, until } from '#kit/concurrency/timeout.ts'
import {
  identifyProcess,
  isSameProcess,
  type StoredProcess,
} from '#kit/process/process-identity.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { endHaproxy, noteProcess } from '#routers/control/end-router.ts'
import { files } from '#routers/haproxy/configuration/configuration.ts'
import { haproxyEnvironment } from '#routers/haproxy/haproxy-program.ts'
import { RuntimeApi } from './runtime-api.ts'

const processFile = 'haproxy.json'
const logFile = 'haproxy.log'
/** Less than a router has for its start. */
const startTimeout = 30_000
const checkTimeout = 20_000
const endTimeout = 5000
const watchEvery = 20

/**
 * HAProxy's master process and its workers. It has a session of its own and outlives the agent, whose successor finds
 * it again. The master starts a new worker for a new configuration and hands it the listening sockets; the old worker
 * finishes its connections (`-W`). Through the master (`-S`) the old workers can be asked too.
 */
export class HaproxyProcess {
  readonly api = new RuntimeApi(files.api)
  readonly master = new RuntimeApi(files.master)
  #noted: StoredProcess | undefined = readNoted()

  get isRunning(): boolean {
    return this.#noted !== undefined && isSameProcess(this.#noted)
  }

  /** Public ports of a process that an earlier agent has left. */
  get leftPorts(): number[] {
    if (!this.isRunning) return []
    const text = readFileSync(files.configuration, 'utf8')
    return [...text.matchAll(/^ {2}bind (?!unix@)\S+:(\d+)(?: |$)/gm)].map(([, port]) =>
      Number(port),
    )
  }

  /** Loads the configuration of this name in a new process, or in a new worker of the running one. */
  async load(generation: string) {
    await runOrThrow(['haproxy', '-c', '-f', files.configuration], {
      env: haproxyEnvironment(),
      timeout: checkTimeout,
    })
    if (this.isRunning && this.#noted) process.kill(this.#noted.pid, 'SIGUSR2')
    else this.#start()
    const isLoaded = async () => {
      if (!this.isRunning) throw new Error(`HAProxy ended: ${lastLine()}`)
      return (await this.generation()) === generation
    }
    await until(isLoaded, { timeout: startTimeout, every: 10, what: 'the start of HAProxy' })
  }

  /** Name of the configuration that the newest worker has loaded; `undefined` when there is none. */
  async generation(): Promise<string | undefined> {
    const info = await this.api.ask('show info', 1000).catch(() => '')
    return /^description: (.+)$/m.exec(info)?.[1]
  }

  /** Resolves when the process has ended. */
  async ended() {
    while (this.isRunning) await sleep(watchEvery)
  }

  /** Ends it: at once, or after its connections have ended, for so long at most. */
  async end(grace: number) {
    if (!this.#noted || !this.isRunning) return
    const { pid } = this.#noted
    if (grace > 0) {
      process.kill(pid, 'SIGUSR1')
      await until(() => !this.isRunning, { timeout: grace, what: 'its end' }).catch(() => {})
    }
    if (!this.isRunning) return
    await endHaproxy(pid, endTimeout)
  }

  /** PIDs of workers with an earlier configuration that still have connections. */
  async oldWorkers(): Promise<number[]> {
    const output = await this.master.ask('show proc').catch(() => '')
    const [, old = ''] = output.split('# old workers')
    return [...(old.split('# programs')[0] ?? '').matchAll(/^(\d+)\s+worker/gm)].map(([, pid]) =>
      Number(pid),
    )
  }

  #start() {
    for (const path of [files.api, files.master]) rmSync(path, { force: true })
    const log = openSync(logFile, 'w', 0o600)
    const child = spawn(
      'haproxy',
      ['-W', '-S', `unix@${files.master},mode,600`, '-f', files.configuration],
      { detached: true, env: haproxyEnvironment(), stdio: ['ignore', log, log] },
    )
    closeSync(log)
    child.on('error', () => {}).unref()
    this.#noted = child.pid === undefined ? undefined : (identifyProcess(child.pid) ?? undefined)
    if (child.pid !== undefined) noteProcess(child.pid, 'haproxy')
  }
}

function readNoted(): StoredProcess | undefined {
  try {
    return JSON.parse(readFileSync(processFile, 'utf8')) ?? undefined
  } catch {
    return undefined
  }
}

function lastLine(): string {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n')
  return lines.findLast((line) => line.includes('[ALERT]')) ?? lines.at(-1) ?? ''
}
