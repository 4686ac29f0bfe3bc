import type { AccessToken, CliLogin, Consumer } from '#platform/access/consumer.ts'
import type { Member, Organisation } from '#platform/accounts/organisation.ts'
import type { SshKey } from '#platform/accounts/ssh-key.ts'
import type { User } from '#platform/accounts/user.ts'
import type { Application } from '#platform/applications/application.ts'
import type { Domain } from '#platform/applications/domain.ts'
import type { Deployment, DeploymentStep } from '#platform/deployments/deployment.ts'
import type { Instance } from '#platform/deployments/instance.ts'
import type { Release } from '#platform/deployments/release.ts'

/** A record as it lies in a table: booleans are 0 or 1, what is nested is JSON text. */
export type Row<T> = {
  [K in keyof T]: T[K] extends boolean | undefined
    ? number
    : T[K] extends string | number | null | undefined
      ? T[K]
      : Extract<T[K], null> | string
}

export interface Tables {
  migrations: { name: string; date: number }
  users: User
  sshKeys: SshKey
  organisations: Organisation
  members: Member
  consumers: Consumer
  accessTokens: AccessToken
  cliLogins: CliLogin
  applications: Row<Application>
  variables: { applicationId: string; name: string; value: string }
  domains: Row<Domain>
  deployments: Row<Deployment>
  deploymentSteps: DeploymentStep
  releases: Row<Release>
  instances: Row<Instance>
}
