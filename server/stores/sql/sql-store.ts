import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import { type Claims, memoryClaims } from '#platform/model/claims.ts'
import type { Noun, Store } from '#platform/model/store.ts'
import { sqlPreviewSettings, sqlPreviews } from '#stores/sql/previews/previews.ts'
import {
  sqlPullRequestAnnouncements,
  sqlPullRequestComments,
  sqlPullRequestSyncs,
} from '#stores/sql/pull-requests/pull-requests.ts'
import { sqlCommitSummaries, sqlDeploymentCommits } from '#stores/sql/repositories/commits.ts'
import { sqlConnectedRepositories } from '#stores/sql/repositories/connected-repositories.ts'
import {
  sqlGitHosts,
  sqlHostWebhooks,
  sqlQueuedStatuses,
} from '#stores/sql/repositories/git-hosts.ts'
import { sqlRepositoryBundles } from '#stores/sql/repositories/repository-bundles.ts'
import {
  sqlRepositoryDeliveries,
  sqlRepositoryWebhooks,
} from '#stores/sql/repositories/repository-deliveries.ts'
import { sqlConsents, sqlConsumers, sqlRequestTokens } from './access/consumers.ts'
import { sqlBackupCodes, sqlSecondFactors, sqlSessions } from './access/sessions.ts'
import { sqlAccessTokens, sqlApiTokens, sqlCliLogins } from './access/tokens.ts'
import { sqlAvatars, sqlEmails, sqlSshKeys, sqlUsers } from './accounts/accounts.ts'
import { sqlAudit } from './accounts/audit.ts'
import { sqlMailedKeys, sqlOutbox } from './accounts/mail.ts'
import { sqlOperatorMails } from './accounts/operator-mails.ts'
import { sqlInvitations, sqlMembers, sqlOrganisations } from './accounts/organisations.ts'
import { sqlUserSettings } from './accounts/user-settings.ts'
import { sqlActiveAlerts, sqlAlertRules } from './alerts/alerts.ts'
import { sqlBillingAccounts, sqlBillingTimes, sqlCredits } from './billing/accounts.ts'
import { sqlSpendingAlerts, sqlSpendingNotices } from './billing/alerts.ts'
import { sqlConsumptions } from './billing/consumptions.ts'
import { sqlHeldInvoices, sqlInvoices, sqlReminders } from './billing/invoices.ts'
import { sqlPriceLists } from './billing/price-lists.ts'
import { sqlUsage } from './billing/usage.ts'
import { sqlCronRuns } from './crons/cron-runs.ts'
import { sqlCronCursors, sqlCronPauses, sqlCrons } from './crons/crons.ts'
import { sqlDrains } from './events/drains.ts'
import { sqlEventCursors, sqlEvents, sqlEventVisits } from './events/events.ts'
import { sqlEmailHookLines, sqlEmailHooks, sqlWebhooks } from './events/hooks.ts'
import { sqlWebhookDeliveries } from './events/webhook-deliveries.ts'
import { sqlAcmeAccounts, sqlAcmeAttempts } from './hosting/acme.ts'
import { sqlApplications, sqlVariables } from './hosting/applications.ts'
import { sqlCertificateOrders } from './hosting/certificate-orders.ts'
import { sqlCertificates } from './hosting/certificates.ts'
import { sqlDeployments } from './hosting/deployments.ts'
import { sqlDomains } from './hosting/domains.ts'
import { sqlInstances } from './hosting/instances.ts'
import { sqlDependencies, sqlLinks, sqlPromotionTargets } from './hosting/links.ts'
import {
  sqlNetworkGroupGateways,
  sqlNetworkGroupMembers,
  sqlNetworkGroupPeers,
  sqlNetworkGroups,
} from './hosting/network-groups.ts'
import { sqlReleases } from './hosting/releases.ts'
import { sqlRollingRedeployments } from './hosting/rolling-redeployments.ts'
import { sqlShellBans } from './hosting/shell-bans.ts'
import { sqlTcpRedirections } from './hosting/tcp-redirections.ts'
import { sqlReleasePages, sqlVisitorRules } from './hosting/visitor-rules.ts'
import { sqlVisits } from './hosting/visits.ts'
import { sqlAddons, sqlPlanSwitches } from './marketplace/addons.ts'
import { sqlBackupCopies } from './marketplace/backup-copies.ts'
import { sqlDeliveries } from './marketplace/deliveries.ts'
import { sqlFeatures, sqlPlans, sqlProviders, sqlTesters } from './marketplace/providers.ts'
import { sqlRuns } from './runs/runs.ts'
import type { Tables } from './tables.ts'

/** What keeps each noun, made for a database or a transaction of it. */
const makers: { [N in Noun]: (db: Kysely<Tables>, vault: Vault) => Store[N] } = {
  users: sqlUsers,
  emails: sqlEmails,
  sshKeys: sqlSshKeys,
  userSettings: sqlUserSettings,
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
  events: sqlEvents,
  eventCursors: sqlEventCursors,
  eventVisits: sqlEventVisits,
  webhooks: sqlWebhooks,
  webhookDeliveries: sqlWebhookDeliveries,
  emailHooks: sqlEmailHooks,
  emailHookLines: sqlEmailHookLines,
  drains: sqlDrains,
  alertRules: sqlAlertRules,
  activeAlerts: sqlActiveAlerts,
  applications: sqlApplications,
  variables: (db, vault) => sqlVariables(db, vault, 'variables'),
  exposedVariables: (db, vault) => sqlVariables(db, vault, 'exposedVariables'),
  generatedSecrets: (db, vault) => sqlVariables(db, vault, 'generatedSecrets'),
  domains: sqlDomains,
  certificates: sqlCertificates,
  certificateOrders: sqlCertificateOrders,
  acmeAccounts: sqlAcmeAccounts,
  acmeAttempts: sqlAcmeAttempts,
  tcpRedirections: sqlTcpRedirections,
  networkGroups: sqlNetworkGroups,
  networkGroupMembers: sqlNetworkGroupMembers,
  networkGroupPeers: sqlNetworkGroupPeers,
  networkGroupGateways: sqlNetworkGroupGateways,
  connectedRepositories: sqlConnectedRepositories,
  commitSummaries: sqlCommitSummaries,
  deploymentCommits: sqlDeploymentCommits,
  gitHosts: sqlGitHosts,
  hostWebhooks: sqlHostWebhooks,
  queuedStatuses: sqlQueuedStatuses,
  repositoryBundles: sqlRepositoryBundles,
  repositoryDeliveries: sqlRepositoryDeliveries,
  repositoryWebhooks: sqlRepositoryWebhooks,
  previews: sqlPreviews,
  pullRequestSyncs: sqlPullRequestSyncs,
  pullRequestAnnouncements: sqlPullRequestAnnouncements,
  pullRequestComments: sqlPullRequestComments,
  previewSettings: sqlPreviewSettings,
  rollingRedeployments: sqlRollingRedeployments,
  operatorMails: sqlOperatorMails,
  deployments: sqlDeployments,
  releases: sqlReleases,
  instances: sqlInstances,
  runs: sqlRuns,
  crons: sqlCrons,
  cronPauses: sqlCronPauses,
  cronCursors: sqlCronCursors,
  cronRuns: sqlCronRuns,
  shellBans: sqlShellBans,
  visits: sqlVisits,
  visitorRules: sqlVisitorRules,
  releasePages: sqlReleasePages,
  providers: sqlProviders,
  testers: sqlTesters,
  features: sqlFeatures,
  plans: sqlPlans,
  addons: sqlAddons,
  backupCopies: sqlBackupCopies,
  links: sqlLinks,
  dependencies: sqlDependencies,
  promotionTargets: sqlPromotionTargets,
  planSwitches: sqlPlanSwitches,
  deliveries: sqlDeliveries,
  consumptions: sqlConsumptions,
  usage: sqlUsage,
  priceLists: sqlPriceLists,
  invoices: sqlInvoices,
  heldInvoices: sqlHeldInvoices,
  reminders: sqlReminders,
  credits: sqlCredits,
  billingAccounts: sqlBillingAccounts,
  billingTimes: sqlBillingTimes,
  spendingAlerts: sqlSpendingAlerts,
  spendingNotices: sqlSpendingNotices,
}

/** The store on any database supported by Kysely; the tables must exist. */
export function createSqlStore(
  db: Kysely<Tables>,
  vault: Vault,
  claims: Claims = memoryClaims,
): Store {
  return Object.assign(nounsOf(db, vault), {
    claims,
    transaction: <T>(work: (store: Store) => Promise<T>) =>
      db.isTransaction
        ? work(createSqlStore(db, vault, claims))
        : db
            .transaction()
            .execute((transaction) => work(createSqlStore(transaction, vault, claims))),
    derive: <T>(_from: readonly string[], _name: string, make: () => Promise<T>) => make(),
    watch: () => () => {},
    removeExpired: (date: number) => removeExpired(db, date),
    close: () => db.destroy(),
  })
}

/** Makes each noun when it is first used: a transaction needs one or two of all these. */
class LazyNouns {
  readonly #db: Kysely<Tables>
  readonly #vault: Vault

  constructor(db: Kysely<Tables>, vault: Vault) {
    this.#db = db
    this.#vault = vault
  }

  // On the prototype: to define them for each transaction took longer than its queries.
  static {
    for (const [noun, make] of Object.entries(makers)) {
      Object.defineProperty(LazyNouns.prototype, noun, {
        get(this: LazyNouns) {
          const value = make(this.#db, this.#vault)
          Object.defineProperty(this, noun, { value, enumerable: true })
          return value
        },
      })
    }
  }
}

function nounsOf(db: Kysely<Tables>, vault: Vault): Pick<Store, Noun> {
  if (db.isTransaction) return new LazyNouns(db, vault) as unknown as Pick<Store, Noun>
  const nouns = Object.entries(makers).map(([noun, make]) => [noun, make(db, vault)])
  return Object.fromEntries(nouns)
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
