import { randomBytes } from 'node:crypto'
import { after, before } from 'node:test'
import { createVault } from '#kit/crypto/vault.ts'
import type { Store } from '#platform/model/store.ts'
import { backupCopiesContract } from '#stores/backup-copies.contract.ts'
import { billingContract } from '#stores/billing.contract.ts'
import { domainsContract } from '#stores/domains.contract.ts'
import { eventsContract } from '#stores/events.contract.ts'
import { identityContract } from '#stores/identity.contract.ts'
import { marketplaceContract } from '#stores/marketplace.contract.ts'
import { networkGroupsContract } from '#stores/network-groups.contract.ts'
import { oddValuesContract } from '#stores/odd-values.contract.ts'
import { previewsContract } from '#stores/previews.contract.ts'
import { pullRequestsContract } from '#stores/pull-requests.contract.ts'
import { redeploymentsContract } from '#stores/redeployments.contract.ts'
import { repositoriesContract } from '#stores/repositories.contract.ts'
import { storeContract } from '#stores/store.contract.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { openPostgresqlStore } from './postgresql-store.ts'

const vault = createVault(randomBytes(32))
let server: PostgresqlServer
let template: string

before(async () => {
  server = await openPostgresqlServer()
  const url = await server.createDatabase()
  template = url.pathname.slice(1)
  await (await openPostgresqlStore(url, vault)).close()
})
after(() => server[Symbol.asyncDispose]())

/** A store in a copy of a database whose tables are made. */
const open = async (): Promise<Store> =>
  openPostgresqlStore(await server.createDatabase({ template }), vault)

storeContract('postgresql', open)
identityContract('postgresql', open)
domainsContract('postgresql', open)
billingContract('postgresql', open)
eventsContract('postgresql', open)
marketplaceContract('postgresql', open)
oddValuesContract('postgresql', open)
repositoriesContract('postgresql', open)
previewsContract('postgresql', open)
pullRequestsContract('postgresql', open)
redeploymentsContract('postgresql', open)
backupCopiesContract('postgresql', open)
networkGroupsContract('postgresql', open)
