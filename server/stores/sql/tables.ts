import type { BillingAccount } from '#platform/model/billing/billing-account.ts'
import type { Reminder } from '#platform/model/billing/billing-store.ts'
import type { CreditMovement } from '#platform/model/billing/invoices/credit.ts'
import type {
  HeldInvoice,
  Invoice,
  InvoiceDocument,
} from '#platform/model/billing/invoices/invoice.ts'
import type { PriceList } from '#platform/model/billing/price-list.ts'
import type { SpendingAlert, SpendingNotice } from '#platform/model/billing/spending-alert.ts'
import type { UsageInterval } from '#platform/model/billing/usage-interval.ts'
import type { QueuedEmail } from '#platform/model/events/email.ts'
import type { EmailHook, EmailHookLine } from '#platform/model/events/email-hook.ts'
import type { PlatformEvent } from '#platform/model/events/event.ts'
import type { Webhook, WebhookDelivery } from '#platform/model/events/webhook.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type {
  AcmeAccount,
  Certificate,
  CertificateOrder,
  KeyedCertificate,
} from '#platform/model/hosting/certificate.ts'
import type { DeploymentCommits } from '#platform/model/hosting/commits/commit-comparison.ts'
import type { CommitSummary } from '#platform/model/hosting/commits/commit-summary.ts'
import type { ConnectedRepository } from '#platform/model/hosting/connected-repositories/connected-repository.ts'
import type {
  RepositoryDelivery,
  RepositoryWebhook,
} from '#platform/model/hosting/connected-repositories/repository-delivery.ts'
import type { Cron, CronPause, CronRun } from '#platform/model/hosting/crons/cron.ts'
import type { Deployment, DeploymentStep } from '#platform/model/hosting/deployments/deployment.ts'
import type { Release } from '#platform/model/hosting/deployments/release.ts'
import type { RepositoryBundle } from '#platform/model/hosting/deployments/repository-bundle.ts'
import type { Domain } from '#platform/model/hosting/domain.ts'
import type { RegisteredGitHost } from '#platform/model/hosting/git-hosts/git-host.ts'
import type { HostWebhook } from '#platform/model/hosting/git-hosts/host-webhook.ts'
import type { QueuedStatus } from '#platform/model/hosting/git-hosts/queued-status.ts'
import type { Instance, ShellBan } from '#platform/model/hosting/instances/instance.ts'
import type {
  NetworkGroup,
  NetworkGroupGateway,
  NetworkGroupMember,
  NetworkGroupPeer,
} from '#platform/model/hosting/network-groups/network-group.ts'
import type { Preview } from '#platform/model/hosting/previews/preview.ts'
import type { PreviewSettings } from '#platform/model/hosting/previews/preview-settings.ts'
import type { PullRequestComment } from '#platform/model/hosting/pull-requests/pull-request-comment.ts'
import type {
  PullRequestAnnouncement,
  PullRequestSync,
} from '#platform/model/hosting/pull-requests/pull-request-sync.ts'
import type { Run } from '#platform/model/hosting/runs/run.ts'
import type { TcpRedirection } from '#platform/model/hosting/tcp-redirection.ts'
import type {
  RedeploymentItem,
  RollingRedeployment,
} from '#platform/model/hosting/toolchains/rolling-redeployment.ts'
import type { StoredVisitorRules } from '#platform/model/hosting/visitors/visitor-rules-store.ts'
import type { LastVisit } from '#platform/model/hosting/visitors/visits.ts'
import type { ApiToken } from '#platform/model/identity/access/api-token.ts'
import type {
  AccessToken,
  CliLogin,
  Consent,
  Consumer,
  RequestToken,
} from '#platform/model/identity/access/consumer.ts'
import type { SecondFactor } from '#platform/model/identity/access/second-factor.ts'
import type { Session } from '#platform/model/identity/access/session.ts'
import type { Avatar } from '#platform/model/identity/accounts/avatar.ts'
import type { MailedKey } from '#platform/model/identity/accounts/email-token.ts'
import type { Invitation } from '#platform/model/identity/accounts/invitation.ts'
import type { Member, Organisation } from '#platform/model/identity/accounts/organisation.ts'
import type { SshKey } from '#platform/model/identity/accounts/ssh-key.ts'
import type { User } from '#platform/model/identity/accounts/user.ts'
import type { UserSetting } from '#platform/model/identity/accounts/user-setting.ts'
import type { AuditedResource } from '#platform/model/identity/audit/audit-store.ts'
import type { AuditEntry } from '#platform/model/identity/audit/entry.ts'
import type {
  AddonId,
  ApplicationId,
  AuditEntryId,
  DeploymentId,
  EmailHookId,
  OwnerId,
  RealId,
  UserId,
} from '#platform/model/ids.ts'
import type {
  AddonFacts,
  AddonState,
  Consumption,
  Link,
  PlanSwitch,
} from '#platform/model/marketplace/addon.ts'
import type { BackupCopy } from '#platform/model/marketplace/backup-copy.ts'
import type { Delivery } from '#platform/model/marketplace/delivery.ts'
import type { Feature, Plan } from '#platform/model/marketplace/plan.ts'
import type { Provider } from '#platform/model/marketplace/provider.ts'
import type { ActiveAlert, AlertRule } from '#platform/model/observability/alert-rule.ts'
import type { Drain } from '#platform/model/observability/drain.ts'

/** The reversed letters of a host have the names below another name in one range of an index. */
export interface StoredDomain extends Domain {
  reversedHost: string
}

/** Row type of a record: booleans are 0 or 1, nested values JSON text. */
export type Row<T> = {
  [K in keyof T]: T[K] extends boolean | undefined
    ? number
    : T[K] extends string | number | null | undefined
      ? T[K]
      : Extract<T[K], null | undefined> | string
}

/** An add-on as its table holds it: every state in the same columns. */
export interface StoredAddon extends AddonFacts {
  state: AddonState
  realId: RealId | null
  dueAt: number | null
}

/** An invoice as its table holds it: what never changes is one document. */
export interface StoredInvoice extends Omit<Invoice, keyof InvoiceDocument | 'period'> {
  /** The number without its date. */
  sequence: number
  periodFrom: number
  periodUntil: number
  document: InvoiceDocument
}

export type StoredHeldInvoice = Omit<HeldInvoice, 'period'> &
  Pick<StoredInvoice, 'periodFrom' | 'periodUntil'>

/** A drain as its table holds it: one of the two ids is set. */
export interface StoredDrain extends Omit<Drain, 'resourceId'> {
  applicationId: ApplicationId | null
  addonId: AddonId | null
}

export interface Tables {
  migrations: { name: string; date: number; compatibleWith: string | null }
  /** Used by databases that several servers share. */
  claims: { name: string; holder: string; token: number; expiresAt: number }
  nonces: { key: string; expiresAt: number }
  attemptCounts: { key: string; count: number; expiresAt: number }
  waitingLogins: {
    tokenDigest: string
    machine: string
    address: string
    startedAt: number
    isCancelled: number
    expiresAt: number
  }
  acmeChallenges: { host: string; digest: string; content: string; expiresAt: number }
  servers: {
    id: string
    api: string
    bridge: string
    git: string
    seenAt: number
    cluster: string
    followedAt: number
    routedCluster: string
    unconfirmed: string
  }
  routerDrains: { instanceId: string; serverId: string; expiresAt: number }
  homes: { name: string; serverId: string }
  sharedFiles: { name: string; content: string }
  users: Row<User>
  emails: { email: string; userId: UserId }
  sshKeys: SshKey
  userSettings: UserSetting
  organisations: Row<Organisation>
  /** `number` orders the members of an organisation by time of joining. */
  members: Member & { number: number }
  invitations: Invitation
  mailedKeys: Row<MailedKey>
  avatars: Row<Avatar>
  outbox: Row<QueuedEmail>
  consumers: Row<Consumer>
  requestTokens: Row<RequestToken>
  consents: Row<Consent>
  accessTokens: Row<AccessToken>
  apiTokens: ApiToken
  sessions: Session
  secondFactors: SecondFactor
  /** Newest time step of an accepted code, by purpose; codes of it and of earlier steps are spent. */
  spentSteps: { userId: UserId; purpose: string; lastStep: number }
  backupCodes: { userId: UserId; digest: string; code: string }
  cliLogins: CliLogin
  audit: AuditEntry
  auditTargets: AuditedResource & { sequence: number; entryId: AuditEntryId }
  events: Row<PlatformEvent>
  /** One row, so that sequence numbers are not given again after events were removed. */
  eventSequence: { name: string; last: number }
  eventGaps: { ownerId: OwnerId; removedUntil: number }
  eventCursors: { reader: string; position: number }
  eventVisits: { userId: UserId; seenUntil: number }
  webhooks: Row<Webhook>
  webhookDeliveries: Row<WebhookDelivery>
  emailHooks: Row<EmailHook>
  emailHookLines: EmailHookLine
  drains: Row<StoredDrain>
  alertRules: Row<AlertRule>
  activeAlerts: ActiveAlert
  emailHookTimes: { hookId: EmailHookId; sentAt: number }
  applications: Row<Application>
  variables: { applicationId: ApplicationId; name: string; value: string }
  exposedVariables: { applicationId: ApplicationId; name: string; value: string }
  generatedSecrets: { applicationId: ApplicationId; name: string; value: string }
  certificates: Row<KeyedCertificate>
  certificateOrders: CertificateOrder
  acmeAccounts: AcmeAccount
  acmeAttempts: { accountId: OwnerId; host: string; startedAt: number; failed: number }
  certificateWarnings: { ownerId: Certificate['ownerId']; warnedAt: number }
  domains: Row<StoredDomain>
  tcpRedirections: TcpRedirection
  networkGroups: Row<NetworkGroup>
  networkGroupMembers: NetworkGroupMember
  networkGroupPeers: NetworkGroupPeer
  networkGroupGateways: NetworkGroupGateway
  connectedRepositories: Row<ConnectedRepository>
  commitSummaries: CommitSummary & { applicationId: ApplicationId }
  deploymentCommits: Row<DeploymentCommits>
  repositoryBundles: Row<RepositoryBundle>
  repositoryDeliveries: RepositoryDelivery
  repositoryWebhooks: RepositoryWebhook
  previews: Row<Preview>
  pullRequestSyncs: Row<PullRequestSync>
  pullRequestAnnouncements: Row<PullRequestAnnouncement>
  pullRequestComments: PullRequestComment
  previewSettings: Row<PreviewSettings>
  gitHosts: Row<RegisteredGitHost>
  hostWebhooks: HostWebhook
  queuedStatuses: QueuedStatus
  rollingRedeployments: RollingRedeployment
  redeploymentItems: RedeploymentItem
  operatorMails: { name: string; sentAt: number }
  deployments: Row<Deployment>
  deploymentSteps: DeploymentStep
  runs: Row<Run>
  crons: Row<Cron>
  cronPauses: CronPause
  cronCursors: { applicationId: ApplicationId; followedUntil: number }
  cronRuns: Row<CronRun>
  releases: Row<Release>
  instances: Row<Instance>
  shellBans: ShellBan & { subject: string }
  visits: LastVisit
  visitorRules: Row<StoredVisitorRules>
  releasePages: { deploymentId: DeploymentId; pages: string }
  providers: Row<Provider>
  testers: { providerId: string; ownerId: OwnerId }
  features: Feature
  plans: Row<Plan>
  addons: Row<StoredAddon>
  backupCopies: BackupCopy
  links: Link
  dependencies: { applicationId: ApplicationId; dependencyId: ApplicationId }
  promotionTargets: { applicationId: ApplicationId; targetId: ApplicationId }
  planSwitches: PlanSwitch
  deliveries: Delivery
  consumptions: Consumption
  usage: UsageInterval
  priceLists: Row<PriceList>
  invoices: Row<StoredInvoice>
  heldInvoices: StoredHeldInvoice
  reminders: Reminder
  credits: CreditMovement
  billingAccounts: Row<BillingAccount>
  billingTimes: { name: string; time: number }
  spendingAlerts: Row<SpendingAlert>
  spendingNotices: SpendingNotice
}
