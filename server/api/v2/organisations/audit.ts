import { auditList } from '#api/answers/accounts.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { countUpTo, readQuery } from '#api/http/query.ts'
import { string } from '#kit/schema.ts'
import { type AuditLine, readAudit } from '#platform/identity/audit/read-audit.ts'

export const usualEntries = 50
export const auditParameters = {
  limit: countUpTo(1000),
  before: string,
  action: string,
  userId: string,
  email: string,
}

export const listAudit = endpoint({
  method: 'GET',
  path: '/v2/organisations/:ownerId/audit',
  access: { on: 'owner', may: 'audit' },
  summary:
    'Lists who did what, newest first: `limit`, `before` (an id), `action`, `userId` or `email`',
  query: auditParameters,
  answer: auditList,
  async handle({ platform, ownerId, query }) {
    const { limit = usualEntries, ...filter } = readQuery(query, auditParameters)
    const lines = await readAudit(platform, ownerId, { limit, ...filter })
    return lines.map(auditToWire)
  },
})

export const auditToWire = ({ entry, user, consumer }: AuditLine) => ({
  id: entry.id,
  date: new Date(entry.date).toISOString(),
  action: entry.action,
  target: entry.target,
  outcome: entry.outcome,
  user,
  credential: entry.credential,
  credentialId: entry.credentialId,
  consumer,
  from: entry.from,
})
