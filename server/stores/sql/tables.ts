import type {
  AccessToken,
  CliLogin,
  Consent,
  Consumer,
  RequestToken,
} from '#platform/access/consumers/consumer.ts'
import type { Session } from '#platform/access/login/session.ts'
import type { SecondFactor } from '#platform/access/second-factor/second-factor.ts'
import type { ApiToken } from '#platform/access/tokens/api-token.ts'
import type { MailedKey } from '#platform/accounts/email/email-token.ts'
import type { Invitation } from '#platform/accounts/invitations/invitation.ts'
import type { Member, Organisation } from '#platform/accounts/organisations/organisation.ts'
import type { Avatar } from '#platform/accounts/users/avatar.ts'
import type { SshKey } from '#platform/accounts/users/ssh-key.ts'
import type { User } from '#platform/accounts/users/user.ts'
import type {
  AddonFacts,
  AddonState,
  Consumption,
  Link,
  PlanSwitch,
} from '#platform/addons/addon.ts'
import type { Application } from '#platform/applications/application.ts'
import type { Domain } from '#platform/applications/domain.ts'
import type { AuditEntry } from '#platform/audit/entry.ts'
import type { Deployment, DeploymentStep } from '#platform/deployments/deployment.ts'
import type { Instance } from '#platform/deployments/instance.ts'
import type { Release } from '#platform/deployments/release.ts'
import type { ApplicationId, OwnerId, RealId, UserId } from '#platform/ids.ts'
import type { QueuedEmail } from '#platform/mail/email.ts'
import type { Delivery } from '#platform/providers/calls/delivery.ts'
import type { Feature, Plan } from '#platform/providers/plans/plan.ts'
import type { Provider } from '#platform/providers/provider.ts'

/** Row type of a record: booleans are 0 or 1, nested values JSON text. */
export type Row<T> = {
  [K in keyof T]: T[K] extends boolean | undefined
    ? number
    : T[K] extends string | number | null | undefined
      ? T[K]
      : Extract<T[K], null> | string
}

/** An add-on as its table holds it: every state in the same columns. */
export interface StoredAddon extends AddonFacts {
  state: AddonState
  realId: RealId | null
  dueAt: number | null
}

export interface Tables {
  migrations: { name: string; date: number }
  users: Row<User>
  emails: { email: string; userId: UserId }
  sshKeys: SshKey
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
  applications: Row<Application>
  variables: { applicationId: ApplicationId; name: string; value: string }
  exposedVariables: { applicationId: ApplicationId; name: string; value: string }
  domains: Row<Domain>
  deployments: Row<Deployment>
  deploymentSteps: DeploymentStep
  releases: Row<Release>
  instances: Row<Instance>
  providers: Row<Provider>
  testers: { providerId: string; ownerId: OwnerId }
  features: Feature
  plans: Row<Plan>
  addons: Row<StoredAddon>
  links: Link
  dependencies: { applicationId: ApplicationId; dependencyId: ApplicationId }
  planSwitches: PlanSwitch
  deliveries: Delivery
  consumptions: Consumption
}
