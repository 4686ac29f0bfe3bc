import { join } from 'node:path'
import { openFileLedger } from '#providers/kit/file-ledger.ts'
import type { Given, OwnProvider } from '#providers/kit/own-provider.ts'
import { definePartner } from '#providers/kit/partner.ts'
import { closeToPublic, type Database, dropDatabase, makeDatabase } from './database.ts'
import { openServer, type Server } from './server.ts'

/** What each plan allows. */
const plans: Record<string, { connections: number }> = { dev: { connections: 5 } }

/** Sells databases: the plan `dev` has one on a server that all of them share. */
export async function openPostgresql({
  manifest,
  addonsHost,
  folder,
}: Given): Promise<OwnProvider> {
  let shared: Promise<Server> | undefined
  /** Not before somebody wants it: a server that nobody uses takes memory. */
  const sharedServer = () => {
    shared ??= openShared(join(folder, 'shared')).catch((error) => {
      shared = undefined
      throw error
    })
    return shared
  }
  const ledger = await openFileLedger(join(folder, 'resources'))
  if ((await ledger.all()).some(({ state }) => state !== 'deleted')) await sharedServer()

  const partner = definePartner({
    manifest,
    ledger,
    plans: Object.keys(plans),
    async provision({ id, plan }) {
      const server = await sharedServer()
      const database = await makeDatabase(server, id, plans[plan] ?? { connections: 1 })
      return { config: configOf(database, server, addonsHost) }
    },
    async deprovision({ id }) {
      await dropDatabase(await sharedServer(), id)
    },
  })
  return {
    partner,
    async stopServers() {
      await (await shared?.catch(() => undefined))?.stop()
    },
  }
}

async function openShared(folder: string): Promise<Server> {
  const server = await openServer(folder, ['max_connections=200', 'shared_buffers=32MB'])
  await closeToPublic(server)
  return server
}

function configOf({ name, user, password }: Database, server: Server, host: string) {
  return {
    POSTGRESQL_ADDON_HOST: host,
    POSTGRESQL_ADDON_PORT: String(server.port),
    POSTGRESQL_ADDON_DB: name,
    POSTGRESQL_ADDON_USER: user,
    POSTGRESQL_ADDON_PASSWORD: password,
    POSTGRESQL_ADDON_URI: `postgresql://${user}:${password}@${host}:${server.port}/${name}`,
    POSTGRESQL_ADDON_VERSION: server.version.split('.')[0] ?? '',
  }
}
