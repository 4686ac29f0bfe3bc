import { plainText } from '#kit/terminal-text.ts'
import { withoutLiterals } from '#kit/without-literals.ts'
import { beginAction } from '#platform/identity/audit/audit-log.ts'
import type { Platform } from '#platform/marketplace/platform.ts'
import type { ProviderContext } from '#platform/marketplace/providers/calls/call-provider.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { Addon } from '#platform/model/marketplace/addon.ts'
import { Refusal } from '#platform/model/refusal.ts'
import {
  type ContentList,
  type ContentRequest,
  type ContentRows,
  readContentList,
  readContentRows,
} from '#protocol/databases/contents.ts'
import { askDatabase } from './ask-database.ts'

type Context = ProviderContext & Pick<Platform, 'actionEvents'>

/** Who asks, until when. */
export interface Reader {
  caller: Caller
  /** Client address. */
  from: string
  /** Aborted when the caller leaves. */
  signal: AbortSignal
}

const maxTold = 200

/** Tables or keys of an add-on, a page at a time. */
export const listContents = (
  platform: Context,
  addon: Addon,
  cursor: string,
  { signal }: Pick<Reader, 'signal'>,
): Promise<ContentList> =>
  askDatabase(platform, addon, ask({ kind: 'list', cursor }, signal), readContentList)

/** Rows of a table; recorded in the audit log with its name. */
export const readTable = (
  platform: Context,
  addon: Addon,
  request: Pick<ContentRequest, 'schema' | 'table' | 'offset' | 'limit'>,
  reader: Reader,
): Promise<ContentRows> =>
  readAudited(platform, addon, { ...request, kind: 'rows' }, reader, {
    action: 'addon.read-table',
    about: request.schema === '' ? request.table : `${request.schema}.${request.table}`,
  })

/** Rows of a statement; recorded with its text, in which the literals are left out: they are what users wrote. */
export const runQuery = (
  platform: Context,
  addon: Addon,
  request: Pick<ContentRequest, 'statement' | 'limit'>,
  reader: Reader,
): Promise<ContentRows> =>
  readAudited(platform, addon, { ...request, kind: 'query' }, reader, {
    action: 'addon.query',
    about: withoutLiterals(request.statement.slice(0, 10 * maxTold)),
  })

async function readAudited(
  platform: Context,
  addon: Addon,
  body: Partial<ContentRequest>,
  { caller, from, signal }: Reader,
  { action, about }: { action: 'addon.query' | 'addon.read-table'; about: string },
): Promise<ContentRows> {
  const { id, name, ownerId } = addon
  const target = `${id} ${plainText(about).slice(0, maxTold)}`
  const settle = await beginAction(platform, caller, {
    ownerId,
    action,
    target,
    from,
    subject: { id, name },
  })
  try {
    const rows = await askDatabase(platform, addon, ask(body, signal), readContentRows)
    await settle({ outcome: 'done' })
    return rows
  } catch (error) {
    if (error instanceof Refusal) await settle({ outcome: 'failed' })
    throw error
  }
}

const ask = (body: Partial<ContentRequest>, signal: AbortSignal) =>
  ({ purpose: 'read-contents', method: 'POST', path: '/contents', body, signal }) as const
