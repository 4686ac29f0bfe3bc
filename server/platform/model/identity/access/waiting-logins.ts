import { type Clock, monotonicClock } from '#kit/concurrency/clock.ts'

/** A command-line tool waiting for its login to be confirmed in the browser. */
export interface WaitingLogin {
  /** Machine name reported by the tool; empty if none. */
  machine: string
  /** Client address of the tool. */
  address: string
  startedAt: number
  isCancelled: boolean
}

type Tool = Pick<WaitingLogin, 'machine' | 'address'>

/**
 * List of waiting tools, for display on the confirmation page only, never for authentication. It is in memory, or in the
 * store when there are several servers.
 */
export interface WaitingLogins {
  /** Stores the details of a tool's first request; later requests change nothing. */
  note(cliToken: string, tool: Tool): Promise<void> | undefined
  find(cliToken: string): Promise<WaitingLogin | undefined> | WaitingLogin | undefined
  cancel(cliToken: string): Promise<void> | undefined
}

/** Waiting tools of this process. */
export interface OwnWaitingLogins extends WaitingLogins {
  note(cliToken: string, tool: Tool): undefined
  cancel(cliToken: string): undefined
  find(cliToken: string): WaitingLogin | undefined
}

export const maxLoginAge = 10 * 60_000
/** Any client may poll with any token, so the list is bounded; the oldest are evicted first. */
const maxWaiting = 1000
const maxMachineLength = 100

/** A machine name of a tool, safe to show. */
export const shownMachine = (machine: string): string =>
  machine.replace(/[^\p{L}\p{N} ._-]/gu, '').slice(0, maxMachineLength)

export function createWaitingLogins(
  clock: Clock,
  monotonic: Clock = monotonicClock,
): OwnWaitingLogins {
  const waiting = new Map<string, { login: WaitingLogin; begin: number }>()
  const find = (cliToken: string) => {
    const known = waiting.get(cliToken)
    return known && monotonic() - known.begin < maxLoginAge ? known.login : undefined
  }
  const keep = (cliToken: string, login: WaitingLogin) => {
    const begin = find(cliToken) ? waiting.get(cliToken)?.begin : undefined
    waiting.delete(cliToken)
    waiting.set(cliToken, { login, begin: begin ?? monotonic() })
    const [oldest] = waiting.keys()
    if (waiting.size > maxWaiting && oldest !== undefined) waiting.delete(oldest)
  }
  return {
    note(cliToken, { machine, address }) {
      if (find(cliToken)) return undefined
      const startedAt = clock()
      keep(cliToken, { machine: shownMachine(machine), address, startedAt, isCancelled: false })
      return undefined
    },
    find,
    cancel(cliToken) {
      const login = find(cliToken) ?? { machine: '', address: '', startedAt: clock() }
      keep(cliToken, { ...login, isCancelled: true })
      return undefined
    },
  }
}
