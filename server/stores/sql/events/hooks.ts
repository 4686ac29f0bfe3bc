import type { Kysely } from 'kysely'
import type { Vault } from '#kit/crypto/vault.ts'
import type { EmailHook } from '#platform/model/events/email-hook.ts'
import type { EmailHookLines, EmailHooks, Webhooks } from '#platform/model/events/hook-store.ts'
import type { Webhook } from '#platform/model/events/webhook.ts'
import { type CodecFields, codec, whole } from '#stores/sql/codec.ts'
import type { Row, Tables } from '#stores/sql/tables.ts'

export const sqlWebhooks = (db: Kysely<Tables>, vault: Vault): Webhooks =>
  sqlHooks<Webhook>(db, 'webhooks', {
    fields: { json: ['scope', 'events', 'urls'], sealed: ['urls', 'secret'] },
    vault,
  })

export const sqlEmailHooks = (db: Kysely<Tables>): EmailHooks =>
  sqlHooks<EmailHook>(db, 'emailHooks', { fields: { json: ['scope', 'events', 'notified'] } })

/** Columns that both kinds of hooks have. */
interface HookColumns {
  id: string
  ownerId: string
  createdAt: number
}

interface HookTable<Hook> {
  fields: CodecFields<Hook>
  vault?: Vault
}

/** Hooks of one kind in their table. */
function sqlHooks<Hook extends HookColumns>(
  db: Kysely<Tables>,
  table: 'webhooks' | 'emailHooks',
  { fields, vault }: HookTable<Hook>,
) {
  const { toRow, fromRow } = codec<Hook>(fields, vault)
  // Which other columns there are is up to the codec.
  const hooks = db as unknown as Kysely<Record<typeof table, HookColumns>>
  const hookOf = (row: HookColumns) => fromRow(row as unknown as Row<Hook>)
  const columnsOf = (hook: Partial<Hook>) => toRow(hook) as unknown as HookColumns
  const all = hooks.selectFrom(table).selectAll()
  return {
    async add(hook: Hook) {
      await hooks.insertInto(table).values(columnsOf(hook)).execute()
    },
    async find(id: Hook['id']) {
      const row = await all.where('id', '=', id).executeTakeFirst()
      return row && hookOf(row)
    },
    async listOf(ownerId: Hook['ownerId']) {
      const own = all.where('ownerId', '=', ownerId)
      return (await own.orderBy('createdAt').orderBy('id').execute()).map(hookOf)
    },
    async change(id: Hook['id'], change: Partial<Hook>) {
      await hooks.updateTable(table).set(columnsOf(change)).where('id', '=', id).execute()
    },
    async remove(id: Hook['id']) {
      await hooks.deleteFrom(table).where('id', '=', id).execute()
    },
    async removeOf(ownerId: Hook['ownerId']) {
      await hooks.deleteFrom(table).where('ownerId', '=', ownerId).execute()
    },
  }
}

export const sqlEmailHookLines = (db: Kysely<Tables>): EmailHookLines => ({
  async add(line) {
    await db.insertInto('emailHookLines').values(line).execute()
  },
  listHooks: () =>
    db
      .selectFrom('emailHookLines')
      .leftJoin('emailHookTimes', 'emailHookTimes.hookId', 'emailHookLines.hookId')
      .select(({ fn }) => [
        'emailHookLines.hookId as hookId',
        fn.min('emailHookLines.createdAt').as('since'),
        fn.max('emailHookTimes.sentAt').as('sentAt'),
      ])
      .groupBy('emailHookLines.hookId')
      .execute(),
  async listOf(hookId, visibilities, limit) {
    const own = db
      .selectFrom('emailHookLines')
      .where('hookId', '=', hookId)
      .where('visibility', 'in', visibilities)
    const lines = await own.selectAll().orderBy('eventId').limit(limit).execute()
    const { count } = await own
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return { lines, count }
  },
  settle: (hookId, sentAt) =>
    whole(db, async (inside) => {
      await inside.deleteFrom('emailHookLines').where('hookId', '=', hookId).execute()
      await inside
        .insertInto('emailHookTimes')
        .values({ hookId, sentAt })
        .onConflict((conflict) => conflict.column('hookId').doUpdateSet({ sentAt }))
        .execute()
    }),
})
