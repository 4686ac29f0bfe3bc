import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { Store } from '#platform/store.ts'
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

/** The Store over any database that Kysely speaks to; the tables must be there. */
export function createSqlStore(db: Kysely<Tables>, vault: Vault): Store {
  return {
    users: sqlUsers(db),
    emails: sqlEmails(db),
    sshKeys: sqlSshKeys(db),
    organisations: sqlOrganisations(db),
    members: sqlMembers(db),
    invitations: sqlInvitations(db),
    mailedKeys: sqlMailedKeys(db, vault),
    avatars: sqlAvatars(db),
    outbox: sqlOutbox(db, vault),
    consumers: sqlConsumers(db, vault),
    requestTokens: sqlRequestTokens(db, vault),
    consents: sqlConsents(db),
    accessTokens: sqlAccessTokens(db, vault),
    apiTokens: sqlApiTokens(db),
    sessions: sqlSessions(db),
    secondFactors: sqlSecondFactors(db, vault),
    backupCodes: sqlBackupCodes(db, vault),
    cliLogins: sqlCliLogins(db),
    audit: sqlAudit(db),
    applications: sqlApplications(db),
    variables: sqlVariables(db, vault, 'variables'),
    exposedVariables: sqlVariables(db, vault, 'exposedVariables'),
    domains: sqlDomains(db),
    deployments: sqlDeployments(db),
    releases: sqlReleases(db, vault),
    instances: sqlInstances(db, vault),
    providers: sqlProviders(db, vault),
    testers: sqlTesters(db),
    features: sqlFeatures(db),
    plans: sqlPlans(db),
    addons: sqlAddons(db, vault),
    links: sqlLinks(db, vault),
    dependencies: sqlDependencies(db),
    planSwitches: sqlPlanSwitches(db),
    deliveries: sqlDeliveries(db),
    consumptions: sqlConsumptions(db),
    transaction: (work) =>
      db.isTransaction
        ? work(createSqlStore(db, vault))
        : db.transaction().execute((transaction) => work(createSqlStore(transaction, vault))),
    derive: (_from, _name, make) => make(),
    removeExpired: (date) => removeExpired(db, date),
    close: () => db.destroy(),
  }
}

const expiringTables = [
  'invitations',
  'mailedKeys',
  'requestTokens',
  'accessTokens',
  'sessions',
] as const

/** An API token is shown as expired for a while before it is forgotten. */
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
