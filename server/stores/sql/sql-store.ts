import type { Kysely } from 'kysely'
import type { Vault } from '#kit/vault.ts'
import type { Store } from '#platform/store.ts'
import { sqlAccessTokens, sqlCliLogins, sqlConsumers } from './access.ts'
import { sqlMembers, sqlOrganisations, sqlSshKeys, sqlUsers } from './accounts.ts'
import { sqlApplications, sqlDomains, sqlVariables } from './applications.ts'
import { sqlDeployments } from './deployments.ts'
import { sqlInstances } from './instances.ts'
import { sqlReleases } from './releases.ts'
import type { Tables } from './tables.ts'

/** The Store over any database that Kysely speaks to; the tables must be there. */
export function createSqlStore(db: Kysely<Tables>, vault: Vault): Store {
  return {
    users: sqlUsers(db),
    sshKeys: sqlSshKeys(db),
    organisations: sqlOrganisations(db),
    members: sqlMembers(db),
    consumers: sqlConsumers(db, vault),
    accessTokens: sqlAccessTokens(db, vault),
    cliLogins: sqlCliLogins(db),
    applications: sqlApplications(db),
    variables: sqlVariables(db, vault),
    domains: sqlDomains(db),
    deployments: sqlDeployments(db),
    releases: sqlReleases(db, vault),
    instances: sqlInstances(db, vault),
    transaction: (work) =>
      db.isTransaction
        ? work(createSqlStore(db, vault))
        : db.transaction().execute((transaction) => work(createSqlStore(transaction, vault))),
    close: () => db.destroy(),
  }
}
