import { namedAuditList } from '#api/answers/accounts.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { readQuery } from '#api/http/query.ts'
import { auditParameters, auditToWire, usualEntries } from '#api/v2/organisations/audit.ts'
import { readAudit } from '#platform/identity/audit/read-audit.ts'
import { targetNames } from '#platform/identity/audit/target-names.ts'

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
    return lines.map((line) => ({
      ...auditToWire(line),
      targets: line.entry.target.split(' ').flatMap((id) => names.get(id) ?? []),
    }))
  },
})
