import { setTimeout as sleep } from 'node:timers/promises'
import type { Noun } from '#platform/model/store.ts'
import { type Kysely, sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'
import { Client } from './pg.ts'
import { clientConfig } from './pool.ts'

const channel = 'berth'
/** Nouns whose writes wake somebody up. */
const watched: readonly Noun[] = [
  'applications',
  'certificates',
  'deployments',
  'domains',
  'events',
  'instances',
  'visitorRules',
]
const reconnectEvery = 1000

/**
 * Triggers that notify all servers, at the commit, of writes to these tables. A notification only says which table to
 * look at: the rows are the truth.
 */
export async function notifyOnWrite(db: Kysely<Tables>): Promise<void> {
  await sql`
    create or replace function "notifyOfWrite"() returns trigger language plpgsql as $$
    begin perform pg_notify('${sql.raw(channel)}', tg_table_name); return null; end $$`.execute(db)
  for (const table of watched) {
    await sql`
      create or replace trigger "notifyOfWrite" after insert or update on ${sql.table(table)}
      for each statement execute function "notifyOfWrite"()`.execute(db)
  }
}

export interface Notifications {
  /** Resolves after the first attempt to listen. */
  started: Promise<void>
  close(): Promise<void>
}

/** Listens on a connection of its own. After a lost connection everybody is told, because notifications were missed. */
export function createNotifications(url: string, tell: (table: string) => void): Notifications {
  const closing = new AbortController()
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  let listening: Listening | undefined

  const run = async () => {
    while (!closing.signal.aborted) {
      listening = await listen(url, tell).catch(() => undefined)
      start()
      if (listening && !closing.signal.aborted) {
        for (const table of watched) tell(table)
        await listening.lost
      }
      await listening?.end()
      await sleep(reconnectEvery, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    started,
    async close() {
      closing.abort()
      await listening?.end()
      await running
    },
  }
}

interface Listening {
  /** Resolves when the connection is closed. */
  lost: Promise<void>
  end(): Promise<void>
}

async function listen(url: string, tell: (table: string) => void): Promise<Listening> {
  const client = new Client(clientConfig(url))
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  client.on('notification', ({ payload = '' }) => tell(payload))
  client.on('error', () => resolve())
  client.on('end', () => resolve())
  await client.connect()
  await client.query(`listen ${channel}`)
  return {
    lost,
    async end() {
      resolve()
      await client.end().catch(() => {})
    },
  }
}
