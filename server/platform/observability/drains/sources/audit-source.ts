import type { AuditEntry } from '#platform/model/identity/audit/entry.ts'
import type { DrainMessage } from '#platform/model/observability/drain-sender.ts'
import type { Platform } from '#platform/observability/platform.ts'
import type { DrainedResource, DrainSource } from './drain-source.ts'

/** Digits of a position, so that positions sort as text. */
const digits = 16
const positionOf = (sequence: number) => String(sequence).padStart(digits, '0')
const sequenceOf = (position: string) => (position === '' ? 0 : Number(position))

type Store = Pick<Platform['store'], 'audit' | 'users'>

/** Entries of the owner's audit log that are about the resource, in the order in which their outcomes became known. */
export const auditSource = (store: Store): DrainSource => ({
  async newest(drained) {
    const found = await store.audit.lastPublished(drained)
    const keyOf = ({ resourceId, ownerId }: (typeof drained)[number] | (typeof found)[number]) =>
      `${resourceId} ${ownerId}`
    const last = new Map(found.map((each) => [keyOf(each), positionOf(each.sequence)]))
    return drained.map((each) => last.get(keyOf(each)) ?? '')
  },
  openReader(drained, after) {
    let position = after
    return {
      get position() {
        return position
      },
      async next({ lines }, resource) {
        const found = await store.audit.listPublished(drained, sequenceOf(position), lines)
        const last = found.at(-1)
        if (last) position = positionOf(last.sequence)
        const entries = found.map(({ entry }) => entry)
        const emails = await emailsOf(store, entries)
        return entries.map((entry) => auditMessage(resource, entry, emails.get(entry.userId) ?? ''))
      },
    }
  },
  countAfter: (drained, after, max) => store.audit.countPublished(drained, sequenceOf(after), max),
})

const severityOf = {
  done: 'info',
  failed: 'warning',
  refused: 'warning',
  begun: 'warning',
} as const satisfies Record<AuditEntry['outcome'], DrainMessage['severity']>

/** Addresses of those who acted, asked once for each; who was deleted since has none. */
async function emailsOf(
  { users }: Store,
  entries: readonly AuditEntry[],
): Promise<ReadonlyMap<string, string>> {
  const emails = new Map<string, string>()
  for (const userId of new Set(entries.map((entry) => entry.userId))) {
    const user = userId === '' ? undefined : await users.find(userId)
    if (user) emails.set(userId, user.email)
  }
  return emails
}

function auditMessage(
  { id, ownerId, name, zone }: DrainedResource,
  entry: AuditEntry,
  email: string,
): DrainMessage {
  const { action, target, outcome, userId, credential, consumerKey, from } = entry
  const user = { id: userId, email }
  return {
    id: entry.id,
    date: entry.date,
    severity: severityOf[outcome],
    service: 'audit',
    text: `${email || userId || 'somebody'} ${action} ${target} ${outcome} from ${from}`,
    ownerId,
    resourceId: id,
    resourceName: name,
    zone,
    deploymentId: '',
    instanceId: '',
    commit: '',
    audit: { action, target, outcome, user, credential, consumerKey, from },
  }
}
