import { rowsOf } from '#providers/kit/servers/rows.ts'
import { customerPattern } from './database.ts'
import type { Server } from './server/server.ts'

/** Seconds that a session of the shared server may hold a user-level lock (`GET_LOCK`), whose name is global there. */
const maxLockSeconds = 900
/** User-level locks of one session: the server has no limit, and looks through all of them for each further one. */
const maxLocks = 1_000

export const longLockSentence = `A session was ended: it held a lock of GET_LOCK for more than ${maxLockSeconds / 60} minutes, or more than ${maxLocks} locks. Their names are shared by all databases of this server; a plan with its own server has no such limit.`

/** A lock, and the session that holds it. */
interface HeldLock {
  connection: number
  user: string
  /** Digest of its name. */
  name: string
}

/** Ends sessions that hold user-level locks for long. */
export interface LockWatch {
  /** Looks at the server, and returns the users whose sessions were ended. */
  end(server: Server, maxSeconds?: number): Promise<string[]>
}

/**
 * The server does not tell since when a lock is held, so that is the time since the first look at which a session had
 * it without a look in between at which it had not.
 */
export function createLockWatch(now: () => number = () => performance.now()): LockWatch {
  let since = new Map<string, number>()
  return {
    async end(server, maxSeconds = maxLockSeconds) {
      const greedy = await readGreedy(server)
      const held = await readHeld(server)
      const at = now()
      const seen = held.map((lock) => {
        const key = `${lock.connection} ${lock.name}`
        return { lock, key, first: since.get(key) ?? at }
      })
      since = new Map(seen.map(({ key, first }) => [key, first]))
      const long = seen.filter(({ first }) => at - first >= maxSeconds * 1_000)
      const ended = new Map([...greedy, ...long.map(({ lock }) => lock)].map(identityOf))
      // It may have ended by itself meanwhile.
      for (const connection of ended.keys())
        await server.run(`kill hard connection ${connection};`).catch(() => {})
      return [...new Set(ended.values())]
    },
  }
}

const identityOf = ({ connection, user }: Pick<HeldLock, 'connection' | 'user'>) =>
  [connection, user] as const

const customersLocks = `
from performance_schema.metadata_locks join performance_schema.threads on owner_thread_id = thread_id
where object_type = 'USER LEVEL LOCK' and lock_status = 'GRANTED' and processlist_user regexp ${customerPattern}
`

/** Sessions with too many locks. */
async function readGreedy(server: Server): Promise<Omit<HeldLock, 'name'>[]> {
  const rows = await server.run(`
select processlist_id, processlist_user ${customersLocks}
group by processlist_id, processlist_user having count(*) > ${maxLocks};
`)
  return rowsOf(rows).map(([connection, user = '']) => ({ connection: Number(connection), user }))
}

async function readHeld(server: Server): Promise<HeldLock[]> {
  const rows = await server.run(`
select processlist_id, processlist_user, md5(object_name) ${customersLocks} limit 100000;
`)
  return rowsOf(rows).map(([connection, user = '', name = '']) => ({
    connection: Number(connection),
    user,
    name,
  }))
}
