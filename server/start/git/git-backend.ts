import type { Addresses } from '#api/http/endpoint.ts'
import { commitFiles } from '#git/commit-files.ts'
import type { AccessRequest, GitBackend } from '#git/git-backend.ts'
import { noReplication, type Replication } from '#git/replication/replication.ts'
import { createRepository, deleteRepository, hasCommit, headOf } from '#git/repository.ts'
import { openSource, type SourceRepository } from '#git/source.ts'
import { permitApplication } from '#platform/access/permit.ts'
import { callerByAccessToken } from '#platform/access/tokens/access-tokens.ts'
import { refuseEnded } from '#platform/access/watch-credential.ts'
import { callerBySshKey } from '#platform/accounts/users/ssh-keys.ts'
import { getApplication } from '#platform/applications/application.ts'
import { mainDomain } from '#platform/applications/domains/domain.ts'
import { recordAction } from '#platform/audit/audit-log.ts'
import { pushAction as action, receiveAuditedPush } from '#platform/deployments/push.ts'
import type { Repositories } from '#platform/deployments/repositories.ts'
import type { Platform } from '#platform/platform.ts'
import { Refusal } from '#platform/refusal.ts'
import { readExample } from './example-files.ts'

/** Connects the git listener to the platform. With replication every server takes every push. */
export function createPushGate(
  platform: Platform,
  addresses: () => Addresses,
  replication?: Replication,
): GitBackend {
  return {
    callerBySshKey: (key) => callerBySshKey(platform, key),
    callerByAccessToken: (token, secret) => callerByAccessToken(platform, token, secret),
    async openSession(wish) {
      const { caller, applicationId, intent } = wish
      const permission = intent === 'push' ? 'operate' : 'see'
      // An SSH connection outlives the key that opened it.
      await refuseEnded(platform, caller)
      try {
        const { branch } = await permitApplication(platform, caller, permission, applicationId)
        if (!replication) await refuseElsewhere(platform, applicationId)
        return { branch }
      } catch (error) {
        await noteForbidden(platform, wish, error)
        throw error
      }
    },
    async receive(push) {
      const { application, deployment } = await receiveAuditedPush(platform, push)
      const domain = mainDomain(await platform.store.domains.listOf(application.id))
      const { protocol, port } = new URL(addresses().visitors.http)
      return {
        deploymentId: deployment.id,
        number: deployment.number,
        applicationName: application.name,
        ...(domain && {
          url: `${protocol}//${domain.host}${port ? `:${port}` : ''}${domain.path}`,
        }),
      }
    },
  }
}

/** The repository is where the application lives. */
async function refuseElsewhere(
  { homes }: Platform,
  applicationId: AccessRequest['applicationId'],
): Promise<void> {
  const home = await homes.elsewhere(applicationId)
  if (!home) return
  const sentence = `The application lives at another server: use ssh://git@${home.git}/${applicationId}.git or https://${home.git}/${applicationId}.git.`
  throw new Refusal('conflict', sentence)
}

/** Audits a rejected push of a member; attempts of strangers are not audited for the owner. */
async function noteForbidden(
  platform: Platform,
  wish: AccessRequest,
  error: unknown,
): Promise<void> {
  const { caller, applicationId, intent, from } = wish
  if (!(error instanceof Refusal) || error.kind !== 'forbidden' || intent !== 'push') return
  const { ownerId } = await getApplication(platform, applicationId)
  const refused = { ownerId, action, target: applicationId, outcome: 'refused', from } as const
  await recordAction(platform, caller, refused)
}

/** Repositories in one folder, as the platform's port; other servers may have newer ones. */
export const gitRepositories = (
  folder: SourceRepository,
  replication: Replication = noReplication,
): Repositories => ({
  create: async (applicationId) => void (await createRepository(folder, applicationId)),
  async remove(applicationId) {
    await deleteRepository(folder, applicationId)
    await replication.remove(applicationId)
  },
  sourceOf(applicationId, commit, signal) {
    const prepare = () => replication.catchUp(applicationId)
    return openSource({ ...folder, prepare }, applicationId, commit, signal)
  },
  async has(applicationId, commit) {
    await replication.catchUp(applicationId)
    return hasCommit(folder, applicationId, commit)
  },
  commitExample: (applicationId, { example, branch }) =>
    replication.duringPush(applicationId, async () => {
      const commit = await commitFiles(folder, applicationId, {
        branch,
        message: `Add the example ${example}\n`,
        files: await readExample(example),
        date: Date.now(),
      })
      await replication.publish(applicationId)
      return commit
    }),
  async headOf(applicationId, branch) {
    await replication.catchUp(applicationId)
    return headOf(folder, applicationId, branch)
  },
})
