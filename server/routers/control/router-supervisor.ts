import { mkdir } from 'node:fs/promises'
import { backoff } from '#kit/concurrency/backoff.ts'
import { sleep, until, withTimeout } from '#kit/concurrency/timeout.ts'
import {
  identifyProcess,
  isSameProcess,
  type ProcessIdentity,
} from '#kit/process/process-identity.ts'
import { ControlClient, type Hold } from './control-client.ts'
import { endRouter, killRouter, notedProcess } from './end-router.ts'
import { launchRouter, launchTimeout, type Program } from './launch.ts'
import { programVersion } from './program-version.ts'
import type {
  Answer,
  Launch,
  RouterCommand,
  RouterGreeting,
  RouterSettings,
} from './router-commands.ts'

/** Drain timeout of a router that is replaced. */
const replacedGrace = 30_000
/** A busy machine takes seconds. */
const dismissTimeout = 10_000
/** There is no other router meanwhile, and a busy machine takes seconds. */
const launchedTimeout = 30_000
/** One that loads on a busy machine, or lacks room on the disk for its control socket, serves visitors who would lose their connections. */
const standbyTimeout = 30_000
/** A living router may take seconds to greet on a busy machine, and one that is taken for dead is killed. */
const silenceTimeout = 15_000
/** A router that has lived for longer served well: it is started again at once, however often it was killed. */
const shortLife = 1000
const maxShortLives = 3
/** Visitors wait for this pause, so it stays short. */
const maxPause = 500

export interface RouterSupervisorOptions extends Program {
  settings: RouterSettings
  /** Logs a sentence about a problem with the router. */
  say: (sentence: string) => void
}

/** Keeps a router of the right version running: connects to the existing one, or starts one, and restarts it. */
export class RouterSupervisor {
  readonly #options: RouterSupervisorOptions
  readonly #control: ControlClient
  readonly #version: string
  #hold: Hold | undefined
  #ready: Promise<void> = Promise.resolve()
  #shortLives = 0
  #isOver = false
  /** Routers that this one has replaced, which finish their requests. */
  #leaving: ProcessIdentity[] = []
  /** Whether a router was already running when the supervisor was opened. */
  wasRunning = false

  private constructor(options: RouterSupervisorOptions) {
    this.#options = options
    this.#version = programVersion(options.main)
    this.#control = new ControlClient(options.folder)
  }

  static async open(options: RouterSupervisorOptions): Promise<RouterSupervisor> {
    await mkdir(options.folder, { recursive: true, mode: 0o700 })
    const supervisor = new RouterSupervisor(options)
    try {
      supervisor.wasRunning = await supervisor.#take()
      return supervisor
    } catch (error) {
      supervisor.release()
      throw error
    }
  }

  /** Last greeting of the router. */
  get greeting(): RouterGreeting {
    if (!this.#hold) throw new Error('there was no router yet')
    return this.#hold.greeting
  }

  /** Sends a command to the router, which has the timeout for it; if it dies, to the next one, as soon as that is there. */
  async ask(order: RouterCommand, timeout = 10_000): Promise<Answer> {
    const end = performance.now() + timeout + launchTimeout + launchedTimeout
    const left = () => Math.max(1, end - performance.now())
    for (;;) {
      await withTimeout(this.#ready, left(), 'the start of the router')
      try {
        return await this.#control.ask(order, Math.min(timeout, left()))
      } catch (error) {
        if (!isAbsent(error) || this.#isOver || performance.now() >= end) throw error
        await sleep(10)
      }
    }
  }

  /** Resolves once the routers that were replaced have finished their requests, or the timeout has passed. */
  async replacedRoutersEnded(timeout: number): Promise<void> {
    const haveEnded = () => {
      this.#leaving = this.#leaving.filter(isSameProcess)
      return this.#leaving.length === 0
    }
    const what = 'the end of the router before'
    await until(haveEnded, { timeout, upTo: 250, what }).catch(() => {})
  }

  /** Stops the router process: no new visitors, and a short drain. */
  async stop() {
    this.#isOver = true
    await this.#ready.catch(() => {})
    await endRouter(this.#options.folder)
    this.release()
  }

  /** Disconnects from the router, which keeps running. */
  release() {
    this.#isOver = true
    this.#hold?.release()
    this.#control.close()
  }

  /** Returns whether there was a router to connect to. */
  async #take(): Promise<boolean> {
    const found = await this.#find()
    const hold = found && this.#isOurs(found.greeting) ? found : await this.#replace(found)
    const since = performance.now()
    this.#hold = hold
    if (this.#isOver) hold.release()
    void hold.lost.then(() => {
      if (this.#isOver) return
      this.#shortLives = performance.now() - since < shortLife ? this.#shortLives + 1 : 0
      this.#ready = this.#revive()
      this.#ready.catch(() => {})
    })
    return found !== undefined
  }

  /**
   * Waits for the standby of a router that has died; there may be none, or it may not come up. One that is there and does not
   * greet has long enough for a busy machine, and is replaced then.
   */
  async #find(): Promise<Hold | undefined> {
    const hasStandby = () => notedProcess(this.#options.folder, 'standby') !== undefined
    let hold: Hold | undefined
    const isDecided = async () => {
      const isThere = hasStandby()
      try {
        hold = await this.#control.hold(silenceTimeout)
        return true
      } catch (error) {
        return !isThere || !isAbsent(error)
      }
    }
    await until(isDecided, {
      timeout: standbyTimeout,
      every: 5,
      what: 'the standby of the router',
    }).catch(() => {})
    return hold
  }

  #isOurs({ version, settings }: RouterGreeting): boolean {
    return (
      version === this.#version &&
      JSON.stringify(settings) === JSON.stringify(this.#options.settings)
    )
  }

  async #replace(old: Hold | undefined): Promise<Hold> {
    if (!old) await killRouter(this.#options.folder)
    const launch: Launch = { settings: this.#options.settings, version: this.#version }
    if (old) launch.replaces = old.greeting.ports
    if (old?.greeting.tcpPorts) launch.replacedTcpPorts = old.greeting.tcpPorts
    let isLaunched = false
    // The old router exits once the new one has loaded, so that the ports are without a listener only briefly.
    const onWaiting = () => old && this.#dismiss(old, () => isLaunched)
    try {
      await launchRouter(this.#options, launch, onWaiting)
      isLaunched = true
    } catch (error) {
      const other = await this.#control.hold().catch(() => undefined)
      if (other && this.#isOurs(other.greeting)) return other
      // An open control connection would keep a server alive whose start has failed.
      for (const hold of [old, other]) hold?.release()
      throw error
    }
    return this.#control.hold(launchedTimeout)
  }

  /** Lets the old router leave. One that does not is killed, unless it has given way: then the folder names the new one. */
  #dismiss(old: Hold, hasGivenWay: () => boolean) {
    const { pid } = old.greeting
    const process = identifyProcess(pid)
    if (process) this.#leaving.push(process)
    const left = this.#control.ask({ kind: 'leave', grace: replacedGrace, pid }, dismissTimeout)
    const kill = async () => {
      const hasEnded = process === undefined || !isSameProcess(process)
      if (!hasEnded && !hasGivenWay()) await killRouter(this.#options.folder)
    }
    void left.catch(kill).finally(() => old.release())
  }

  async #revive() {
    this.#options.say('The router has ended; it is started again.')
    const excess = this.#shortLives - maxShortLives
    if (excess > 0) await sleep(backoff(excess, { first: 50, max: maxPause }))
    for (let attempt = 0; !this.#isOver; attempt += 1) {
      try {
        await this.#take()
        return
      } catch (error) {
        this.#options.say(`The router cannot be started: ${(error as Error).message}`)
        await sleep(backoff(attempt, { first: 100, max: 5000 }))
      }
    }
  }
}

/** Whether no router was there to answer. */
const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error
