import type { Addresses } from '#api/endpoint.ts'
import type { PushGate } from '#git/push-gate.ts'
import { callerByAccessToken } from '#platform/access/access-tokens.ts'
import { permitApplication } from '#platform/access/permissions.ts'
import { callerBySshKey } from '#platform/accounts/ssh-keys.ts'
import { receivePush } from '#platform/deployments/push.ts'
import type { Platform } from '#platform/platform.ts'

/** What the git door asks, answered by the platform's verbs. */
export function createPushGate(platform: Platform, addresses: () => Addresses): PushGate {
  return {
    callerBySshKey: (key) => callerBySshKey(platform, key),
    callerByAccessToken: (token, secret) => callerByAccessToken(platform, token, secret),
    async admit(caller, applicationId, intent) {
      const permission = intent === 'push' ? 'operate' : 'see'
      const { branch } = await permitApplication(platform, caller, permission, applicationId)
      return { branch }
    },
    async receive(push) {
      const { application, deployment } = await receivePush(platform, push)
      const [domain] = await platform.store.domains.listOf(application.id)
      const { protocol, port } = new URL(addresses().visitors.http)
      return {
        deploymentId: deployment.id,
        number: deployment.number,
        applicationName: application.name,
        url: `${protocol}//${domain?.name}${port ? `:${port}` : ''}/`,
      }
    },
  }
}
