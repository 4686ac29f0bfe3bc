import type { DrainMessage } from '#platform/model/observability/drain-sender.ts'
import { messageDocument } from './message-document.ts'

/** Only what tells whether an item was taken, because an answer has one for each line. */
const filter = 'filter_path=errors,items.*.status,items.*.error.reason'

/** The address of bulk requests: some owners write it, others that of the cluster. */
export const bulkUrl = (url: string): string =>
  `${url.endsWith('/_bulk') ? url : `${url.replace(/\/$/, '')}/_bulk`}?${filter}`

/**
 * The body of a bulk request: each line into the index of its day. The id is that of the line, so that a line that is
 * sent again is not stored twice.
 */
export const bulkBody = (prefix: string, messages: readonly DrainMessage[]): string =>
  messages
    .map((message) => {
      const { date, ...document } = messageDocument(message)
      const day = String(date).slice(0, 10).replaceAll('-', '.')
      const action = {
        _index: `${prefix}-${day}`,
        _id: `${message.resourceId}-${message.service}-${message.id}`,
      }
      return `${JSON.stringify({ create: action })}\n${JSON.stringify({ '@timestamp': date, ...document })}\n`
    })
    .join('')

const alreadyThere = 409

/** Why a bulk request that was answered with 200 has failed, if it has. */
export function bulkFailure(answer: string): { failure: string; isRejected: boolean } {
  const items = itemsIn(answer)
  if (!items) return { failure: 'It did not answer like Elasticsearch.', isRejected: false }
  const failed = items.filter(({ status }) => status >= 300 && status !== alreadyThere)
  const busy = failed.find(({ status }) => status === 429 || status >= 500)
  if (busy) return { failure: sentenceOf(busy), isRejected: false }
  const [first] = failed
  // Those that are taken are stored by now; those that are not would be refused again.
  const isAll = failed.length === items.length
  return first && isAll
    ? { failure: sentenceOf(first), isRejected: true }
    : { failure: '', isRejected: false }
}

interface BulkItem {
  status: number
  reason: string
}

const sentenceOf = ({ status, reason }: BulkItem) =>
  `It answered ${status} for a line${reason === '' ? '' : `: ${reason.slice(0, 200)}`}.`

function itemsIn(answer: string): BulkItem[] | undefined {
  try {
    const parsed = JSON.parse(answer)
    if (parsed?.errors === false) return []
    if (!Array.isArray(parsed?.items)) return undefined
    return parsed.items.map(
      (item: Record<string, { status?: unknown; error?: { reason?: unknown } }>) => {
        const result = Object.values(item ?? {})[0]
        return { status: Number(result?.status ?? 0), reason: String(result?.error?.reason ?? '') }
      },
    )
  } catch {
    return undefined
  }
}
