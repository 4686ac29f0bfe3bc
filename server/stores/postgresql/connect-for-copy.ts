import type { Client as PgClient } from 'pg'
import { Client } from './pg.ts'
import { clientConfig } from './pool.ts'

/** A connection for a long copy, without limits of time. */
export async function connectForCopy(url: URL): Promise<PgClient> {
  const client = new Client(clientConfig(url.href))
  // A lost connection makes the next statement fail, which says why.
  client.on('error', () => {})
  await client.connect()
  return client
}
