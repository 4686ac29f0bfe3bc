import type { Clock } from '#kit/concurrency/clock.ts'

/** A command-line tool waiting for its login to be confirmed in the browser. */
export interface WaitingLogin {
  /** Machine name reported by the tool; empty if none. */
  machine: string
  /** Client address of the tool. */
  address: string
  startedAt: number
  isCancelled: boolean
}

/** In-memory list of waiting tools, for display on the confirmation page only, never for authentication. */
export interface WaitingLogins {
  /** Stores the details of a tool's first request; later requests change nothing. */
  note(cliToken: string, tool: Pick<WaitingLogin, 'machine' | 'address'>): void
  find(cliToken: string): WaitingLogin | undefined
  cancel(cliToken: string): void
}

const maxAge = 10 * 60_000
/** Any client may poll with any token, so the list is bounded; the oldest are evicted first. */
const maxWaiting = 1000
const maxMachineLength = 100

export function createWaitingLogins(clock: Clock): WaitingLogins {
  const waiting = new Map<string, WaitingLogin>()
  const find = (cliToken: string) => {
    const login = waiting.get(cliToken)
    return login && login.startedAt > clock() - maxAge ? login : undefined
  }
  const keep = (cliToken: string, login: WaitingLogin) => {
    waiting.delete(cliToken)
    waiting.set(cliToken, login)
    const [oldest] = waiting.keys()
    if (waiting.size > maxWaiting && oldest !== undefined) waiting.delete(oldest)
  }
  return {
    note(cliToken, { machine, address }) {
      if (find(cliToken)) return
      const name = machine.replace(/[^\p{L}\p{N} ._-]/gu, '').slice(0, maxMachineLength)
      keep(cliToken, { machine: name, address, startedAt: clock(), isCancelled: false })
    },
    find,
    cancel(cliToken) {
      const login = find(cliToken) ?? { machine: '', address: '', startedAt: clock() }
      keep(cliToken, { ...login, isCancelled: true })
    },
  }
}
