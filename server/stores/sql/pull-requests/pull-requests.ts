import type { Kysely } from 'kysely'
import {
  type PullRequestComments,
  toldRemoval,
} from '#platform/model/hosting/pull-requests/pull-request-comment.ts'
import type {
  PullRequestAnnouncement,
  PullRequestAnnouncements,
  PullRequestSync,
  PullRequestSyncs,
} from '#platform/model/hosting/pull-requests/pull-request-sync.ts'
import { codec } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

const { toRow, fromRow } = codec<PullRequestSync>({ json: ['seen'] })
const announcement = codec<PullRequestAnnouncement>({ boolean: ['isClosed'] })

export const sqlPullRequestSyncs = (db: Kysely<Tables>): PullRequestSyncs => ({
  async find(applicationId) {
    const row = await db
      .selectFrom('pullRequestSyncs')
      .selectAll()
      .where('applicationId', '=', applicationId)
      .executeTakeFirst()
    return row && fromRow(row)
  },
  async listFollowed() {
    const wanted = db
      .selectFrom('previewSettings')
      .innerJoin(
        'connectedRepositories',
        'connectedRepositories.applicationId',
        'previewSettings.applicationId',
      )
      .select('previewSettings.applicationId')
      .where('previewSettings.isEnabled', '=', 1)
      .where('previewSettings.pullRequests', '=', 1)
    const there = db
      .selectFrom('previews')
      .select('previews.parentId as applicationId')
      .where('previews.sourceKey', 'like', 'pull-request %')
    const rows = await db
      .selectFrom('applications')
      .leftJoin('pullRequestSyncs', 'pullRequestSyncs.applicationId', 'applications.id')
      .select(['applications.id', 'checkedAt', 'dueAt', 'attempts'])
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('pullRequestAnnouncements')
            .select('number')
            .whereRef('pullRequestAnnouncements.applicationId', '=', 'applications.id'),
        ).as('isAnnounced'),
      )
      .where('applications.id', 'in', wanted.union(there))
      .execute()
    return rows.map(({ id, checkedAt, dueAt, attempts, isAnnounced }) => ({
      applicationId: id,
      checkedAt,
      dueAt: dueAt ?? 0,
      attempts: attempts ?? 0,
      isAnnounced: Boolean(isAnnounced),
    }))
  },
  async put(sync) {
    const { applicationId, ...fields } = toRow(sync)
    await db
      .insertInto('pullRequestSyncs')
      .values({ applicationId, ...fields })
      .onConflict((conflict) => conflict.column('applicationId').doUpdateSet(fields))
      .execute()
  },
})

export const sqlPullRequestAnnouncements = (db: Kysely<Tables>): PullRequestAnnouncements => ({
  async listOf(applicationId) {
    const rows = await db
      .selectFrom('pullRequestAnnouncements')
      .selectAll()
      .where('applicationId', '=', applicationId)
      .orderBy('number')
      .execute()
    return rows.map(announcement.fromRow)
  },
  async put(announced) {
    const { applicationId, number, ...fields } = announcement.toRow(announced)
    await db
      .insertInto('pullRequestAnnouncements')
      .values({ applicationId, number, ...fields })
      .onConflict((conflict) => conflict.columns(['applicationId', 'number']).doUpdateSet(fields))
      .execute()
  },
  async remove(announcements) {
    for (const { applicationId, mark } of announcements) {
      await db
        .deleteFrom('pullRequestAnnouncements')
        .where('applicationId', '=', applicationId)
        .where('mark', '=', mark)
        .execute()
    }
  },
})

export const sqlPullRequestComments = (db: Kysely<Tables>): PullRequestComments => ({
  async find(applicationId, number) {
    const row = await db
      .selectFrom('pullRequestComments')
      .selectAll()
      .where('applicationId', '=', applicationId)
      .where('number', '=', number)
      .executeTakeFirst()
    return row && { ...row }
  },
  async listUnfinished() {
    const rows = await db
      .selectFrom('pullRequestComments')
      .selectAll()
      .where('told', '!=', toldRemoval)
      .orderBy('dueAt')
      .execute()
    return rows.map((row) => ({ ...row }))
  },
  async put(comment) {
    const { applicationId, number, ...fields } = comment
    await db
      .insertInto('pullRequestComments')
      .values({ applicationId, number, ...fields })
      .onConflict((conflict) => conflict.columns(['applicationId', 'number']).doUpdateSet(fields))
      .execute()
  },
  async trim(applicationId, keep) {
    const kept = db
      .selectFrom('pullRequestComments')
      .select('number')
      .where('applicationId', '=', applicationId)
      .orderBy('number', 'desc')
      .limit(keep)
    await db
      .deleteFrom('pullRequestComments')
      .where('applicationId', '=', applicationId)
      .where('number', 'not in', (query) => query.selectFrom(kept.as('kept')).select('kept.number'))
      .where('told', '=', toldRemoval)
      .execute()
  },
})
