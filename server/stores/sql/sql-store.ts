import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { Noun, Store } from '#platform/store.ts'
import { sqlConsents, sqlConsumers, sqlRequestTokens } from './access/consumers.ts'
import { sqlBackupCodes, sqlSecondFactors, sqlSessions } from './access/sessions.ts'
import { sqlAccessTokens, sqlApiTokens, sqlCliLogins } from './access/tokens.ts'
import { sqlAvatars, sqlEmails, sqlSshKeys, sqlUsers } from './accounts/accounts.ts'
import { sqlAudit } from './accounts/audit.ts'
import { sqlMailedKeys, sqlOutbox } from './accounts/mail.ts'
import { sqlInvitations, sqlMembers, sqlOrganisations } from './accounts/organisations.ts'
import { sqlApplications, sqlDomains, sqlVariables } from './hosting/applications.ts'
import { sqlDeployments } from './hosting/deployments.ts'
import { sqlInstances } from './hosting/instances.ts'
import { sqlDependencies, sqlLinks } from './hosting/links.ts'
import { sqlReleases } from './hosting/releases.ts'
import { sqlAddons, sqlConsumptions, sqlPlanSwitches } from './marketplace/addons.ts'
import { sqlDeliveries } from './marketplace/deliveries.ts'
import { sqlFeatures, sqlPlans, sqlProviders, sqlTesters } from './marketplace/providers.ts'
import type { Tables } from './tables.ts'

/** What keeps each noun, made for a database or a transaction of it. */
const makers: { [N in Noun]: (db: Kysely<Tables>, vault: Vault) => Store[N] } = {
  users: sqlUsers,
  emails: sqlEmails,
  sshKeys: sqlSshKeys,
  organisations: sqlOrganisations,
  members: sqlMembers,
  invitations: sqlInvitations,
  mailedKeys: sqlMailedKeys,
  avatars: sqlAvatars,
  outbox: sqlOutbox,
  consumers: sqlConsumers,
  requestTokens: sqlRequestTokens,
  consents: sqlConsents,
  accessTokens: sqlAccessTokens,
  apiTokens: sqlApiTokens,
  sessions: sqlSessions,
  secondFactors: sqlSecondFactors,
  backupCodes: sqlBackupCodes,
  cliLogins: sqlCliLogins,
  audit: sqlAudit,
  applications: sqlApplications,
  variables: (db, vault) => sqlVariables(db, vault, 'variables'),
  exposedVariables: (db, vault) => sqlVariables(db, vault, 'exposedVariables'),
  domains: sqlDomains,
  deployments: sqlDeployments,
  releases: sqlReleases,
  instances: sqlInstances,
  providers: sqlProviders,
  testers: sqlTesters,
  features: sqlFeatures,
  plans: sqlPlans,
  addons: sqlAddons,
  links: sqlLinks,
  dependencies: sqlDependencies,
  planSwitches: sqlPlanSwitches,
  deliveries: sqlDeliveries,
  consumptions: sqlConsumptions,
}

/** The store on any database supported by Kysely; the tables must exist. */
export function createSqlStore(db: Kysely<Tables>, vault: Vault): Store {
  return Object.assign(nounsOf(db, vault), {
    transaction: <T>(work: (store: Store) => Promise<T>) =>
      db.isTransaction
        ? work(createSqlStore(db, vault))
        : db.transaction().execute((transaction) => work(createSqlStore(transaction, vault))),
    derive: <T>(_from: readonly string[], _name: string, make: () => Promise<T>) => make(),
    removeExpired: (date: number) => removeExpired(db, date),
    close: () => db.destroy(),
  })
}

/** Each noun is made when it is first used: a transaction needs one or two of all these. */
function nounsOf(db: Kysely<Tables>, vault: Vault): Pick<Store, Noun> {
  const nouns = {}
  for (const [noun, make] of Object.entries(makers)) {
    const get = () => {
      const value = make(db, vault)
      Object.defineProperty(nouns, noun, { value, enumerable: true })
      return value
    }
    Object.defineProperty(nouns, noun, { get, enumerable: true, configurable: true })
  }
  return nouns as Pick<Store, Noun>
}

const expiringTables = [
  'invitations',
  'mailedKeys',
  'requestTokens',
  'accessTokens',
  'sessions',
] as const

/** An expired API token stays listed for a while before it is removed. */
const apiTokensShown = 30 * 24 * 3_600_000

async function removeExpired(db: Kysely<Tables>, date: number): Promise<void> {
  for (const table of expiringTables) {
    await db.deleteFrom(table).where('expiresAt', '<', date).execute()
  }
  await db
    .deleteFrom('apiTokens')
    .where('expiresAt', '<', date - apiTokensShown)
    .execute()
}
