import type { Kysely } from 'kysely'
import type { PlatformEvent } from '#platform/model/events/event.ts'
import type { EventCursors, Events, EventVisits } from '#platform/model/events/event-store.ts'
import { codec, whole } from '#stores/sql/codec.ts'
import { sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'

export function sqlEvents(db: Kysely<Tables>): Events {
  const { toRow, fromRow } = codec<PlatformEvent>({ json: ['data'] })
  const all = db.selectFrom('events').selectAll()
  return {
    add: (event) =>
      whole(db, async (inside) => {
        const { last: id } = await inside
          .updateTable('eventSequence')
          .set({ last: sql<number>`"last" + 1` })
          .where('name', '=', 'events')
          .returning('last')
          .executeTakeFirstOrThrow()
        const added = { id, ...event }
        await inside.insertInto('events').values(toRow(added)).execute()
        return added
      }),
    async listAfter(ownerIds, after, limit) {
      if (ownerIds.length === 0) return []
      const later = all.where('ownerId', 'in', ownerIds).where('id', '>', after)
      return (await later.orderBy('id').limit(limit).execute()).map(fromRow)
    },
    async listAllAfter(after, limit) {
      const later = all.where('id', '>', after)
      return (await later.orderBy('id').limit(limit).execute()).map(fromRow)
    },
    async listOf(ownerIds, { limit, before, name, names, subjectId }) {
      if (ownerIds.length === 0) return []
      let query = all.where('ownerId', 'in', ownerIds)
      if (before !== undefined) query = query.where('id', '<', before)
      if (name !== undefined) query = query.where('name', '=', name)
      if (names !== undefined) query = query.where('name', 'in', names)
      if (subjectId !== undefined) query = query.where('subjectId', '=', subjectId)
      return (await query.orderBy('id', 'desc').limit(limit).execute()).map(fromRow)
    },
    async lastId() {
      const row = await db
        .selectFrom('eventSequence')
        .select('last')
        .where('name', '=', 'events')
        .executeTakeFirst()
      return row?.last ?? 0
    },
    async lastIdBefore(ownerIds, date) {
      if (ownerIds.length === 0) return 0
      const row = await db
        .selectFrom('events')
        .select(({ fn }) => fn.max('id').as('last'))
        .where('ownerId', 'in', ownerIds)
        .where('date', '<', date)
        .executeTakeFirst()
      return row?.last ?? 0
    },
    async removedUntil(ownerIds) {
      if (ownerIds.length === 0) return 0
      const row = await db
        .selectFrom('eventGaps')
        .select(({ fn }) => fn.max('removedUntil').as('until'))
        .where('ownerId', 'in', ownerIds)
        .executeTakeFirst()
      return row?.until ?? 0
    },
    removeOlderThan: (date) =>
      whole(db, async (inside) => {
        const old = inside.selectFrom('events').where('date', '<', date)
        const gaps = await old
          .select(({ fn }) => ['ownerId', fn.max('id').as('removedUntil')])
          .groupBy('ownerId')
          .execute()
        for (const gap of gaps) await widenGap(inside, gap)
        await inside.deleteFrom('events').where('date', '<', date).execute()
      }),
    async listOwnersBeyond(maxCount) {
      const rows = await db
        .selectFrom('events')
        .select('ownerId')
        .groupBy('ownerId')
        .having(({ fn }) => fn.countAll(), '>', maxCount)
        .execute()
      return rows.map(({ ownerId }) => ownerId)
    },
    removeBeyond: (ownerId, maxCount) =>
      whole(db, async (inside) => {
        const first = await inside
          .selectFrom('events')
          .select('id')
          .where('ownerId', '=', ownerId)
          .orderBy('id', 'desc')
          .offset(maxCount)
          .limit(1)
          .executeTakeFirst()
        if (!first) return
        await widenGap(inside, { ownerId, removedUntil: first.id })
        await inside
          .deleteFrom('events')
          .where('ownerId', '=', ownerId)
          .where('id', '<=', first.id)
          .execute()
      }),
  }
}

/** The clock may have stepped back, so what is old is not always what comes first. */
async function widenGap(db: Kysely<Tables>, gap: Tables['eventGaps']): Promise<void> {
  await db
    .insertInto('eventGaps')
    .values(gap)
    .onConflict((conflict) =>
      conflict.column('ownerId').doUpdateSet({
        removedUntil: sql<number>`case when excluded."removedUntil" > "eventGaps"."removedUntil"
          then excluded."removedUntil" else "eventGaps"."removedUntil" end`,
      }),
    )
    .execute()
}

export const sqlEventCursors = (db: Kysely<Tables>): EventCursors => ({
  async position(reader) {
    const row = await db
      .selectFrom('eventCursors')
      .select('position')
      .where('reader', '=', reader)
      .executeTakeFirst()
    return row?.position ?? 0
  },
  async move(reader, position) {
    await db
      .insertInto('eventCursors')
      .values({ reader, position })
      .onConflict((conflict) => conflict.column('reader').doUpdateSet({ position }))
      .execute()
  },
})

export const sqlEventVisits = (db: Kysely<Tables>): EventVisits => ({
  async seenUntil(userId) {
    const row = await db
      .selectFrom('eventVisits')
      .select('seenUntil')
      .where('userId', '=', userId)
      .executeTakeFirst()
    return row?.seenUntil ?? 0
  },
  async see(userId, seenUntil) {
    await db
      .insertInto('eventVisits')
      .values({ userId, seenUntil })
      .onConflict((conflict) =>
        conflict
          .column('userId')
          .doUpdateSet({ seenUntil })
          .where('eventVisits.seenUntil', '<', seenUntil),
      )
      .execute()
  },
})
