import { backoff } from '#kit/concurrency/backoff.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import type { Traffic } from '#platform/model/hosting/deployments/traffic.ts'
import { createCommandTraffic, type LocalAuthority } from '#routers/command-traffic.ts'
import type { Answer, RouterCommand } from '#routers/control/router-commands.ts'
import type { DesiredTable } from './desired-table.ts'
import { askEdge, type EdgeAddress } from './edge-client.ts'
import type { EdgeAnswer, EdgeRequest, LogBlock } from './edge-protocol.ts'

const commandTimeout = 10_000
const contactTimeout = 5000
/** Each log request is answered within some seconds, also without lines. */
const logTimeout = 15_000
/** For clocks that do not run at quite the same speed. */
const clockMargin = 500
const lapseCheckEvery = 50
const knownCheckEvery = 100
/** How often a server looks whether the one that commands the edges is lost. */
const commandCheckEvery = 2000

/** Times in milliseconds. */
export interface EdgeTimes {
  /** For so long an edge that the server cannot reach stays ready. */
  lease: number
  renewEvery: number
  /** How often the table of an edge is compared. */
  compareEvery: number
}

export interface EdgeOptions extends EdgeTimes {
  address: EdgeAddress
  desired: DesiredTable
  authority: LocalAuthority
  /** Whether this server commands the edges; of several servers one does. */
  isCommander(): Promise<boolean>
  say(sentence: string): void
}

/**
 * One edge, as the server sees it. It is present from the moment that it has the whole table, and gets every command
 * then. When it does not carry one out, it is away until it has the whole table again. While another server commands the edges,
 * nothing is sent and nothing waited for: that server follows what this one has stored. When that one is lost, the next
 * command waits until this server has told the edge everything.
 */
export class Edge {
  readonly #options: EdgeOptions
  #session: string | undefined
  /** The edge's clock in its latest answer, and when that arrived here. */
  #seen = { clock: 0, at: 0 }
  /** When visitors are sent elsewhere at the latest, unless a lease is granted again. */
  #leaseEnd = 0
  /** Version of the desired table that the edge has in the present session. */
  #told = -1
  #inFlight = 0
  #isElsewhere = false
  #isOver = false

  constructor(options: EdgeOptions) {
    this.#options = options
    // An earlier server may have granted a lease just before its end.
    this.#leaseEnd = performance.now() + options.lease + clockMargin
    void this.#run()
  }

  get name(): string {
    return this.#options.address.name
  }

  /** Name of the session while the edge is present. */
  get session(): string | undefined {
    return this.#session
  }

  /** Sends a command. If the edge does not carry it out, resolves with nothing once no visitors are sent there any more. */
  async send(command: RouterCommand, timeout = commandTimeout): Promise<Answer | undefined> {
    await this.#tryToCommand()
    const session = this.#session
    const { version } = this.#options.desired
    if (session !== undefined) {
      this.#inFlight += 1
      try {
        return await this.#ask({ kind: 'command', session, command, timeout }, timeout)
      } catch (error) {
        this.#leave(session, error)
      } finally {
        this.#inFlight -= 1
      }
    }
    const isLapsed = () =>
      this.#isElsewhere || performance.now() >= this.#leaseEnd || this.#told >= version
    while (!isLapsed() && !this.#isOver) await sleep(lapseCheckEvery)
    // The table that it has been told meanwhile says nothing about requests in flight.
    const isBack = this.#session !== undefined && this.#session !== session
    return command.kind === 'drain' && isBack ? this.send(command, timeout) : undefined
  }

  /** Lines of its access log after the block that is stored. */
  async readLog(session: string, stored: number): Promise<LogBlock | undefined> {
    return (await this.#ask({ kind: 'read log', session, stored }, logTimeout)).block
  }

  close() {
    this.#isOver = true
  }

  async #run() {
    for (let attempt = 0; !this.#isOver; attempt += 1) {
      try {
        await this.#attempt()
        const session = await this.#join()
        attempt = 0
        await this.#stay(session)
      } catch (error) {
        if (attempt === 0) this.#say(`cannot be reached: ${reasonOf(error)}`)
      }
      await sleep(backoff(attempt, { first: 100, max: 2000 }))
    }
  }

  /** Waits until this server commands the edges. The one before may have granted a lease just before its end. */
  async #attempt() {
    while (!this.#isOver && !(await this.#options.isCommander())) {
      this.#isElsewhere = true
      await sleep(commandCheckEvery)
    }
    if (this.#isElsewhere) this.#takeCommand()
  }

  /** The server that commanded the edges may be lost just now. While the store is away, nobody gets the claim. */
  async #tryToCommand() {
    if (!this.#isElsewhere) return
    if (await this.#options.isCommander().catch(() => false)) this.#takeCommand()
  }

  #takeCommand() {
    this.#leaseEnd = performance.now() + this.#options.lease + clockMargin
    this.#isElsewhere = false
  }

  /** Gives the edge the whole table; from then on it gets every command. */
  async #join(): Promise<string> {
    const { desired, lease } = this.#options
    while (!desired.hasRoutes && !this.#isOver) await sleep(knownCheckEvery)
    const { session } = await this.#ask({ kind: 'begin', lease }, contactTimeout)
    if (session === undefined) throw new Error('it began no session')
    await this.#tellAll(session)
    this.#session = session
    try {
      await this.#grant((seen) => ({ kind: 'complete', session, seen }))
    } catch (error) {
      this.#session = undefined
      this.#told = -1
      throw error
    }
    this.#say('has all routes and certificates, and is ready.')
    return session
  }

  /** Gives it what is known until all is known, and changes meanwhile again. */
  async #tellAll(session: string) {
    const { desired } = this.#options
    for (;;) {
      const { version } = desired
      await this.#sendTable(session)
      this.#told = version
      while (desired.version === version) {
        if (desired.isComplete) return
        if (this.#isOver) throw new Error('the server ends')
        await sleep(knownCheckEvery)
      }
    }
  }

  async #sendTable(session: string) {
    const { desired, authority, say } = this.#options
    const ask = (command: RouterCommand, timeout = commandTimeout) =>
      this.#ask({ kind: 'command', session, command, timeout }, timeout)
    const traffic = createCommandTraffic(ask, authority, say)
    await traffic.replaceAll([...desired.routes.values()])
    if (desired.isComplete) await this.#sendCertificates(traffic)
    await traffic.setChallenges([...desired.challenges])
  }

  async #sendCertificates(traffic: Traffic) {
    const { desired } = this.#options
    const assigned = { hosts: { ...desired.hosts }, isComplete: true }
    await traffic.setCertificates(async () => assigned, desired.load)
  }

  /** Renews the lease as long as the edge is present, and compares its table from time to time. */
  async #stay(session: string) {
    const { renewEvery, compareEvery } = this.#options
    let comparedAt = performance.now()
    while (this.#session === session && !this.#isOver) {
      await sleep(renewEvery)
      if (this.#session !== session || this.#isOver) return
      try {
        await this.#grant((seen) => ({ kind: 'renew', session, seen }))
        if (performance.now() - comparedAt < compareEvery) continue
        await this.#compare(session)
        comparedAt = performance.now()
      } catch (error) {
        this.#leave(session, error)
      }
    }
  }

  /** Only a table that nothing is changing can be compared. */
  async #compare(session: string) {
    const { desired } = this.#options
    const { version } = desired
    const isQuiet = () => this.#inFlight === 0 && desired.version === version
    if (!isQuiet()) return
    const command = { kind: 'digest' } as const
    const timeout = commandTimeout
    const { digest } = await this.#ask({ kind: 'command', session, command, timeout }, timeout)
    if (isQuiet() && digest !== desired.digest) throw new Error('its table is a different one')
  }

  async #grant(requestFor: (seen: number) => EdgeRequest) {
    const { clock, at } = this.#seen
    this.#leaseEnd = Math.max(this.#leaseEnd, at + this.#options.lease + clockMargin)
    await this.#ask(requestFor(clock), contactTimeout)
  }

  async #ask(request: EdgeRequest, timeout: number): Promise<EdgeAnswer> {
    const answer = await askEdge(this.#options.address, request, timeout)
    this.#seen = { clock: answer.clock, at: performance.now() }
    return answer
  }

  #leave(session: string, error: unknown) {
    if (this.#session !== session || this.#isOver) return
    this.#session = undefined
    this.#told = -1
    this.#say(`is away: ${reasonOf(error)}`)
  }

  #say(what: string) {
    if (!this.#isOver) this.#options.say(`Edge ${this.name} ${what}`)
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
