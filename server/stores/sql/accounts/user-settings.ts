import type { Kysely } from 'kysely'
import type { UserSettings } from '#platform/model/identity/accounts/account-store.ts'
import { isDone } from '#stores/sql/codec.ts'
import type { Tables } from '#stores/sql/tables.ts'

export const sqlUserSettings = (db: Kysely<Tables>): UserSettings => ({
  async put(setting) {
    await db
      .insertInto('userSettings')
      .values(setting)
      .onConflict((conflict) =>
        conflict.columns(['userId', 'env', 'name']).doUpdateSet({ value: setting.value }),
      )
      .execute()
  },
  find: ({ userId, env, name }) =>
    db
      .selectFrom('userSettings')
      .selectAll()
      .where('userId', '=', userId)
      .where('env', '=', env)
      .where('name', '=', name)
      .executeTakeFirst(),
  listOf: (userId, env) =>
    db
      .selectFrom('userSettings')
      .selectAll()
      .where('userId', '=', userId)
      .where('env', '=', env)
      .orderBy('name')
      .execute(),
  async countOf(userId) {
    const { count } = await db
      .selectFrom('userSettings')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    return Number(count)
  },
  remove: ({ userId, env, name }) =>
    isDone(
      db
        .deleteFrom('userSettings')
        .where('userId', '=', userId)
        .where('env', '=', env)
        .where('name', '=', name),
    ),
})
