import { randomInt } from 'node:crypto'
import { until } from '#kit/concurrency/timeout.ts'
import { Client } from '#stores/postgresql/pg.ts'

/** A write that waits inside its transaction. */
export interface HeldWrite extends AsyncDisposable {
  /** Resolves once a server waits with this write. */
  reached(): Promise<void>
  /** Undoes the transaction that waits, as PostgreSQL does when its client is gone, and holds no further one. */
  undo(): Promise<void>
}

/** Which write is held, such as `after`: `update`, `table`: `deployments`, `when`: `new."state" = 'live'`. */
export interface WriteSelection {
  write: 'update' | 'delete'
  table: string
  /** Condition on the rows `old` and `new`, in SQL. */
  when: string
}

/** Makes the next such write of any server wait: a trigger asks for an advisory lock that is held here. */
export async function holdWrite(
  database: URL,
  { write, table, when }: WriteSelection,
): Promise<HeldWrite> {
  const client = new Client({ connectionString: database.href })
  await client.connect()
  const lock = randomInt(1, 2 ** 31)
  const name = `hold_${lock}`
  await client.query(`
    select pg_advisory_lock(${lock});
    create function ${name}() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(${lock});
        return null;
      end $$;
    create trigger ${name} after ${write} on ${table} for each row when (${when}) execute function ${name}()`)
  const waiting = `from pg_locks where locktype = 'advisory' and objid = ${lock} and not granted`
  let isHeld = true
  const undo = async () => {
    if (!isHeld) return
    isHeld = false
    await client.query(`select pg_terminate_backend(pid) ${waiting}`)
    await client.query(`drop trigger ${name} on ${table}; drop function ${name}`)
    await client.end()
  }
  return {
    async reached() {
      const isWaiting = async () => (await client.query(`select pid ${waiting}`)).rows.length > 0
      await until(isWaiting, { timeout: 300_000, every: 20, what: `${write} of ${table}: ${when}` })
    },
    undo,
    [Symbol.asyncDispose]: undo,
  }
}
