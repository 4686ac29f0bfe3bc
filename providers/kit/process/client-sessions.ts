import { type Client, ClientSession, StaleSessionError } from './client-session.ts'

/** Clients of one server, which stay for a while: to start one costs more than most statements do. */
export interface ClientSessions {
  /** What statements print; none of them waits for those of another call. */
  run(statements: string, timeout?: number): Promise<string>
}

const defaultTimeout = 60_000
/** Milliseconds that one stays without work: longer than from one look at a server to the next. */
const idleTimeout = 15_000
/** How many stay without work in this process, for all servers together. */
const maxIdle = 8

/** Those without work and when they go, the one that had work last at the end. */
const idle = new Map<ClientSession, NodeJS.Timeout>()

export function createClientSessions(client: Client): ClientSessions {
  let free: ClientSession[] = []

  async function take(): Promise<ClientSession> {
    for (let session = free.pop(); session; session = free.pop()) {
      if (!leaveIdle(session)) continue
      session.keepAlive(true)
      return session
    }
    const session = await ClientSession.open(client)
    void session.end.then(() => leaveIdle(session))
    return session
  }

  function giveBack(session: ClientSession): void {
    session.keepAlive(false)
    idle.set(session, setTimeout(() => dismiss(session), idleTimeout).unref())
    free = [...free.filter((each) => idle.has(each)), session]
    const [oldest] = idle.keys()
    if (oldest && idle.size > maxIdle) dismiss(oldest)
  }

  return {
    async run(statements, timeout = defaultTimeout) {
      for (;;) {
        const session = await take()
        const { isUsed } = session
        try {
          const printed = await session.run(statements, timeout)
          giveBack(session)
          return printed
        } catch (problem) {
          // Its server may have been restarted since; the statements have not been run.
          if (!(isUsed && problem instanceof StaleSessionError)) throw problem
        }
      }
    },
  }
}

/** Whether it was without work, and still runs. */
function leaveIdle(session: ClientSession): boolean {
  clearTimeout(idle.get(session))
  return idle.delete(session)
}

function dismiss(session: ClientSession): void {
  leaveIdle(session)
  session.close()
}
