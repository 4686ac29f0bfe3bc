import { namedAuditList } from '#api/answers/accounts.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { readQuery } from '#api/http/query.ts'
import { commitSummariesOf } from '#api/v2/commit-summaries.ts'
import { auditParameters, auditToWire, usualEntries } from '#api/v2/organisations/audit.ts'
import { readAudit } from '#platform/identity/audit/read-audit.ts'
import { targetNames } from '#platform/identity/audit/target-names.ts'
import type { AuditEntry } from '#platform/model/identity/audit/entry.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import type { Platform } from '#platform/platform.ts'

export const listNamedAudit = endpoint({
  method: 'GET',
  path: '/v4/berth/organisations/:ownerId/audit',
  access: { on: 'owner', may: 'audit' },
  summary:
    'Lists who did what, newest first, with the names of what still exists: `limit`, `before` (an id), `action`, `userId` or `email`',
  query: auditParameters,
  answer: namedAuditList,
  async handle({ platform, ownerId, query }) {
    const { limit = usualEntries, ...filter } = readQuery(query, auditParameters)
    const lines = await readAudit(platform, ownerId, { limit, ...filter })
    const names = await targetNames(
      platform,
      ownerId,
      lines.map(({ entry }) => entry),
    )
    const commits = await deployedCommits(
      platform,
      lines.map(({ entry }) => entry),
    )
    return lines.map((line) => ({
      ...auditToWire(line),
      targets: line.entry.target.split(' ').flatMap((id) => names.get(id) ?? []),
      commit: commits.get(line.entry.target) ?? null,
    }))
  },
})

/** Actions whose target is an application with a commit of it. */
const commitActions: readonly string[] = ['application.deploy-commit', 'application.push']

/** What commits that were pushed, or deployed from connected repositories, say of themselves, by the targets of their entries. */
async function deployedCommits(
  platform: Pick<Platform, 'store'>,
  entries: readonly Pick<AuditEntry, 'action' | 'target'>[],
) {
  const targets = entries
    .filter(({ action }) => commitActions.includes(action))
    .map(({ target }) => {
      const [applicationId, commit = ''] = target.split(' ')
      return { target, applicationId: applicationId as ApplicationId, commit }
    })
  const found = [...Map.groupBy(targets, ({ applicationId }) => applicationId)].map(
    async ([applicationId, own]) => {
      const summaries = await commitSummariesOf(platform, applicationId, own)
      return own.flatMap(({ target, commit }) => {
        const summary = summaries.get(commit)
        if (!summary) return []
        const { author, message, url } = summary
        return [[target, { author, message, url }] as const]
      })
    },
  )
  return new Map((await Promise.all(found)).flat())
}
