import { randomUUID } from 'node:crypto'
import type { Addresses } from '#api/http/endpoint.ts'
import { commitBranch, commitFiles } from '#git/commit-files.ts'
import type { GitBackend } from '#git/git-backend.ts'
import { readHistory } from '#git/history/read-history.ts'
import { copyCommit } from '#git/replication/copy-commit.ts'
import { noReplication, type Replication } from '#git/replication/replication.ts'
import { createRepository, deleteRepository, hasCommit, headOf } from '#git/repository.ts'
import { openSource, type SourceRepository } from '#git/source.ts'
import { permitRepository, receiveAuditedPush } from '#platform/hosting/deployments/push.ts'
import { callerByAccessToken } from '#platform/identity/access/tokens/access-tokens.ts'
import { callerByApiToken } from '#platform/identity/access/tokens/api-tokens.ts'
import { callerBySshKey } from '#platform/identity/accounts/users/ssh-keys.ts'
import type { Repositories } from '#platform/model/hosting/deployments/repositories.ts'
import { imageFile } from '#platform/model/hosting/recipe/platform-folders.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { visitorUrl } from '#protocol/visitor-url.ts'
import { readExample } from './example-files.ts'

/** Connects the git listener to the platform. With replication every server takes every push. */
export function createGitBackend(
  platform: Platform,
  addresses: () => Addresses,
  replication?: Replication,
): GitBackend {
  return {
    callerBySshKey: (key) => callerBySshKey(platform, key),
    callerByPassword: async (user, password) =>
      (await callerByAccessToken(platform, user, password)) ?? callerByApiToken(platform, password),
    countWrongCredentials: (from) => platform.callLimits.count({ address: from }),
    async openSession(request) {
      const { id, branch } = await permitRepository(platform, request)
      if (!replication) await refuseRemote(platform, id)
      return { branch }
    },
    expectPush: (applicationId) => platform.expectedInstances.expect(applicationId),
    async receive(push) {
      const { application, deployment, domain } = await receiveAuditedPush(platform, push)
      return {
        deploymentId: deployment.id,
        number: deployment.number,
        applicationName: application.name,
        ...(domain && { url: visitorUrl(domain, addresses().visitors, application) }),
      }
    },
  }
}

/** Only the server of the application has its repository. */
async function refuseRemote({ placement }: Platform, applicationId: ApplicationId): Promise<void> {
  const server = await placement.remoteServerOf(applicationId)
  if (!server) return
  const sentence = `The application is assigned to another server: use ssh://git@${server.git}/${applicationId}.git or https://${server.git}/${applicationId}.git.`
  throw new Refusal('conflict', sentence)
}

/** Repositories in one folder, as the platform's port; other servers may have newer ones. */
export const gitRepositories = (
  folder: SourceRepository,
  replication: Replication = noReplication,
  maxRepositoryBytes = Number.MAX_SAFE_INTEGER,
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
  async readHistory(applicationId, question) {
    await replication.catchUp(applicationId)
    return readHistory(folder, applicationId, question)
  },
  async has(applicationId, commit) {
    await replication.catchUp(applicationId)
    return hasCommit(folder, applicationId, commit)
  },
  commitExample: (applicationId, { example, branch }) =>
    replication.duringPush(applicationId, async () => {
      const commit = await commitBranch(folder, applicationId, {
        branch,
        message: `Add the example ${example}\n`,
        files: await readExample(example),
        date: Date.now(),
      })
      await replication.publish(applicationId)
      return commit
    }),
  commitImage: (applicationId, reference) =>
    replication.duringPush(applicationId, async () => {
      // The same name may lead to another image each time.
      const id = randomUUID()
      const content = Buffer.from(`${JSON.stringify({ image: reference })}\n`)
      const commit = await commitFiles(folder, applicationId, {
        // A ref of its own keeps each of them for restarts and rollbacks; clones do not have it.
        ref: `refs/berth/images/${id}`,
        message: `Deploy the image ${reference}\n\n${id}\n`,
        files: new Map([[`berth/${imageFile}`, content]]),
        date: Date.now(),
      })
      await replication.publish(applicationId)
      return commit
    }),
  async copyCommit(from, to, commit) {
    await replication.catchUp(from)
    await replication.duringPush(to, async () => {
      await copyCommit(folder, { from, to, commit }, maxRepositoryBytes)
      await replication.publish(to)
    })
  },
  async headOf(applicationId, branch) {
    await replication.catchUp(applicationId)
    return headOf(folder, applicationId, branch)
  },
})
