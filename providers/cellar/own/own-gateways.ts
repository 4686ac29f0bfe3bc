import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Vault } from '#kit/crypto/vault.ts'
import type { Buckets } from '#providers/cellar/gateway/buckets.ts'
import { type Gateway, remoteGateway } from '#providers/cellar/gateway/gateway.ts'
import type { Plan } from '#providers/cellar/plans.ts'
import { openFleet } from '#providers/kit/servers/fleet.ts'
import type { ServerAccess } from '#providers/kit/servers/server-access.ts'
import { countFolder } from './count-folder.ts'
import { gatewayProgram, programStamp } from './programs.ts'
import { administrator, bucketsFolder, limitsFor, type Server, startGateway } from './server.ts'

export interface OwnGatewaysOptions {
  folder: string
  vault: Vault
  access: ServerAccess
  /** Host in the variables of add-ons. */
  addonsHost: string
  /** Path of their program; looked for when absent. */
  program: string | undefined
}

/** The gateways that run on this machine, one for each add-on, and outlive this process. */
export interface OwnGateways {
  /** That of an add-on with this plan, started if it does not run. */
  open(id: string, plan: Plan): Promise<Gateway>
  /** Deletes it with all its buckets, whatever locks and names their objects have; idempotent. */
  remove(id: string): Promise<void>
  logOf(id: string): string
  /** Stops watching them; they keep running. */
  close(): Promise<void>
  stop(): Promise<void>
}

export function openOwnGateways(options: OwnGatewaysOptions): OwnGateways {
  const { vault, access, addonsHost, program } = options
  const fleet = openFleet({
    folder: join(options.folder, 'servers'),
    vault,
    access,
    start: (folder, record) => startGateway(folder, record, gatewayProgram(program)),
  })
  /** Each has what it was told lately. */
  const clients = new Map<string, Gateway>()

  function clientOf(name: string, { port, secret }: Server): Gateway {
    const url = `http://127.0.0.1:${port}`
    const { accounts, buckets } = remoteGateway({
      url,
      adminUrl: url,
      keyId: administrator,
      secret,
    })
    const host = `${addonsHost}:${port}`
    return {
      accounts,
      buckets: withFolders(buckets, fleet.folderOf(name)),
      variables: {
        CELLAR_ADDON_HOST: host,
        CELLAR_ADDON_PORT: String(port),
        CELLAR_ADDON_URL: `http://${host}`,
      },
    }
  }

  return {
    logOf: (id) => join(fleet.folderOf(nameOf(id)), 'server.log'),
    async open(id, plan) {
      const name = nameOf(id)
      const server = await fleet.open(name, [programStamp(program)], limitsFor(plan))
      // Its port and secret never change.
      const client = clients.get(name) ?? clientOf(name, server)
      clients.set(name, client)
      return client
    },
    async remove(id) {
      const name = nameOf(id)
      await fleet.remove(name)
      clients.delete(name)
    },
    close: fleet.close,
    stop: fleet.stopAll,
  }
}

const nameOf = (id: string) => createHash('sha256').update(id).digest('hex').slice(0, 20)

/** Files are counted without the gateway, which would read a whole folder for each page of a list. */
const withFolders = (buckets: Buckets, folder: string): Buckets => ({
  ...buckets,
  async sizeOf(bucket, most) {
    // Names come from the gateway, which has made the folders by them.
    if (!/^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket)) throw new Error(`no bucket: ${bucket}`)
    return countFolder(join(bucketsFolder(folder), bucket), most)
  },
})
