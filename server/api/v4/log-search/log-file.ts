import { Readable } from 'node:stream'
import type { Call } from '#api/http/endpoint.ts'
import { queryOf } from '#api/http/query.ts'
import { streamResponse } from '#api/http/stream-response.ts'
import { oneOf, string } from '#kit/schema.ts'
import { hasPermission } from '#platform/identity/access/permit.ts'
import { quotaAccountOf } from '#platform/identity/quotas.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import { everyRight } from '#platform/model/identity/access/rights.ts'
import type { OwnerId, UserId } from '#platform/model/ids.ts'
import type { Line } from '#platform/model/observability/line.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import type { SearchedLog } from './searched-log.ts'

/** Parameters of a file: the token holds the search. */
export const fileParameters = { token: string, format: oneOf('text', 'json') }

const purpose = 'log-file'
/** Enough for somebody who looks at the counts first; what has begun goes on. */
const lifetime = 15 * 60_000

/** What the address of a file is signed for. */
interface FileGrant {
  /** Whose grant it is: streams count for this user. */
  userId: UserId
  /** Of the file, with the ids of owner and source. */
  path: string
  /** The search, as a query. */
  search: string
  expiresAt: number
}

type SignCall = Pick<Call, 'platform' | 'request' | 'addresses' | 'signer'> & { caller: Caller }

/** The address of a file with everything that the search of a call finds, for whoever has it within a few minutes. */
export function fileAddress(
  { platform, request, addresses, signer, caller }: SignCall,
  { filterOf }: Pick<SearchedLog, 'filterOf'>,
  { path, format }: { path: string; format: 'text' | 'json' },
): string {
  const search = queryOf(request)
  for (const name of ['limit', 'points']) search.delete(name)
  filterOf(search)
  const grant: FileGrant = {
    userId: caller.userId,
    path,
    search: search.toString(),
    expiresAt: platform.clock() + lifetime,
  }
  const token = signer.sign(purpose, JSON.stringify(grant))
  return `${addresses.api}${path}?${new URLSearchParams({ format, token })}`
}

type FileCall = Pick<Call, 'platform' | 'request' | 'signer'> & {
  query: { get(name: 'token' | 'format'): string | null }
}

/** The search that the address of a call was signed for. */
export function openGrant({ platform, request, signer, query }: FileCall): FileGrant {
  const text = signer.open(purpose, query.get('token') ?? '')
  const grant: FileGrant | undefined = text === undefined ? undefined : JSON.parse(text)
  const isRight = grant !== undefined && grant.path === new URL(request.url).pathname
  if (isRight && grant.expiresAt >= platform.clock()) return grant
  throw new Refusal('forbidden', 'This link has expired. Search again for a new one.')
}

/** Everything that was found, as a file: a line of text or of JSON each, sent as fast as the client reads. */
export async function logFile(
  { platform, request, query }: FileCall,
  log: SearchedLog,
  { userId, search }: FileGrant,
): Promise<Response> {
  await requireReader(platform, userId, log.ownerId)
  const isJson = query.get('format') === 'json'
  using slots = platform.streamLimits.take({ reader: userId, source: log.id })
  const account = await quotaAccountOf(platform.store, log.ownerId)
  const leaving = new AbortController()
  const lines = log.book.stream(log.id, log.filterOf(new URLSearchParams(search)), {
    account,
    signal: leaving.signal,
  })
  const write = isJson ? (line: Line) => JSON.stringify(log.toWire(line)) : log.toText
  const stream = Readable.from(blocksOf(lines, write), { objectMode: false })
  stream.once('close', () => leaving.abort())
  return streamResponse(stream, {
    slots: slots.move(),
    gone: request.signal,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName(log.name, platform.clock(), isJson)}"`,
      'cache-control': 'no-store',
    },
  })
}

/** An address outlives the membership of whoever asked for it. */
async function requireReader(
  platform: Pick<Platform, 'store'>,
  userId: UserId,
  ownerId: OwnerId,
): Promise<void> {
  const reader: Caller = { userId, credential: 'session', credentialId: '', rights: everyRight }
  if (await hasPermission(platform, reader, 'see', ownerId)) return
  throw new Refusal('forbidden', 'Whoever asked for this link may not see these logs any more.')
}

async function* blocksOf(
  blocks: AsyncIterable<Line[]>,
  write: (line: Line) => string,
): AsyncGenerator<Buffer> {
  for await (const lines of blocks) {
    const text = lines.map((line) => `${write(line)}\n`).join('')
    if (text !== '') yield Buffer.from(text)
  }
}

/** `shop-2026-01-31T0930.log`, in UTC. */
function fileName(name: string, now: number, isJson: boolean): string {
  const plain = name.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')
  const minute = new Date(now).toISOString().slice(0, 16).replace(':', '')
  return `${plain || 'log'}-${minute}.${isJson ? 'jsonl' : 'log'}`
}
