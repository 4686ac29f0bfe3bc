import type { Kysely } from 'kysely'
import type { TcpRedirections } from '#platform/model/hosting/tcp-redirection.ts'
import { ownersOfQuotaAccount } from '#stores/sql/accounts/organisations.ts'
import { isDone } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

export const sqlTcpRedirections = (db: Kysely<Tables>): TcpRedirections => ({
  async add(redirection) {
    await db.insertInto('tcpRedirections').values(redirection).execute()
  },
  remove({ port, namespace, applicationId }) {
    return isDone(
      db
        .deleteFrom('tcpRedirections')
        .where('port', '=', port)
        .where('namespace', '=', namespace)
        .where('applicationId', '=', applicationId),
    )
  },
  listOf(applicationId) {
    return db
      .selectFrom('tcpRedirections')
      .selectAll()
      .where('applicationId', '=', applicationId)
      .orderBy('port')
      .execute()
  },
  listAll() {
    return db.selectFrom('tcpRedirections').selectAll().orderBy('port').execute()
  },
  async listPorts({ from, to }) {
    const rows = await db
      .selectFrom('tcpRedirections')
      .select('port')
      .where('port', '>=', from)
      .where('port', '<=', to)
      .orderBy('port')
      .execute()
    return rows.map(({ port }) => port)
  },
  async countOfQuotaAccount(accountId) {
    const { count } = await db
      .selectFrom('tcpRedirections')
      .innerJoin('applications', 'applications.id', 'tcpRedirections.applicationId')
      .where('applications.ownerId', 'in', ownersOfQuotaAccount(db, accountId))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },
})
