import type { Clock } from '#kit/concurrency/clock.ts'

/** A command-line tool that waits for its login to be confirmed in the browser. */
export interface WaitingLogin {
  /** What the tool calls its machine; empty where it does not say. */
  machine: string
  /** The address that it asks from. */
  address: string
  startedAt: number
  isCancelled: boolean
}

/** The tools that wait, as far as they are remembered: for showing who asks, never for letting anybody in. */
export interface WaitingLogins {
  /** Keeps what the first request of a tool says; later ones change nothing. */
  note(cliToken: string, tool: Pick<WaitingLogin, 'machine' | 'address'>): void
  find(cliToken: string): WaitingLogin | undefined
  cancel(cliToken: string): void
}

const maxAge = 10 * 60_000
/** Anybody may ask with any token, so that the memory is bounded; the oldest go first. */
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
