import { endpoint } from '#api/http/endpoint.ts'
import { readCount, readText } from '#api/http/query.ts'
import { type AuditLine, readAudit } from '#platform/audit/read-audit.ts'
import { Refusal } from '#platform/refusal.ts'

const usualEntries = 50
const maxEntries = 1000

export const listAudit = endpoint({
  method: 'GET',
  path: '/v2/organisations/:ownerId/audit',
  access: { on: 'owner', may: 'audit' },
  summary:
    'Lists who did what, newest first: `limit`, `before` (an id), `action`, `userId` or `email`',
  async handle({ platform, ownerId, query }) {
    const { limit = usualEntries } = readCount(query, 'limit')
    if (limit < 1 || limit > maxEntries) {
      throw new Refusal('invalid', `limit must be from 1 to ${maxEntries}.`)
    }
    const lines = await readAudit(platform, ownerId, {
      limit,
      ...readText(query, 'before', 'before'),
      ...readText(query, 'action', 'action'),
      ...readText(query, 'userId', 'userId'),
      ...readText(query, 'email', 'email'),
    })
    return lines.map(toWire)
  },
})

const toWire = ({ entry, user, consumer }: AuditLine) => ({
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
