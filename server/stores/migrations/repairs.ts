import { type Kysely, sql } from '#stores/sql/kysely.ts'
import type { Tables } from '#stores/sql/tables.ts'
import type { MigrationDialect } from './migration-dialect.ts'

/** Something that a migration makes only since it was changed: whoever had run it before lacks it. */
interface Repair {
  migration: string
  /** `table.column`; its absence shows that the database ran the earlier form. */
  missing: string
  statement: string
}

/** All that has been added to migrations after their first commit. The list is closed: migrations do not change any more. */
const repairs: readonly Repair[] = [
  {
    migration: '0021-several-servers',
    missing: 'servers.id',
    statement: `create table servers (
      "id" text primary key,
      "api" text not null,
      "bridge" text not null,
      "git" text not null,
      "seenAt" bigint not null
    )`,
  },
  {
    migration: '0021-several-servers',
    missing: 'homes.name',
    statement: `create table homes ("name" text primary key, "serverId" text not null)`,
  },
  {
    migration: '0021-several-servers',
    missing: 'sharedFiles.name',
    statement: `create table "sharedFiles" ("name" text primary key, "content" text not null)`,
  },
  {
    migration: '0024-takeover',
    missing: 'servers.followedAt',
    statement: `alter table servers add column "followedAt" bigint not null default 0`,
  },
  {
    migration: '0024-takeover',
    missing: 'acmeChallenges.host',
    statement: `create table "acmeChallenges" (
      "host" text primary key,
      "digest" text not null,
      "content" text not null,
      "expiresAt" bigint not null
    )`,
  },
  {
    migration: '0025-backup-copies',
    missing: 'backupCopies.dueAt',
    statement: `alter table "backupCopies" add column "dueAt" bigint not null default 0`,
  },
]

/** Migrations that got another number after their first commit. */
const renamed: readonly (readonly [before: string, now: string])[] = [
  ['0007-deployment-instances', '0008-deployment-instances'],
]

/** The present name of a migration that a database has run. */
export const presentName = (name: string): string =>
  renamed.find(([before]) => before === name)?.[1] ?? name

/** What a database lacks that has run earlier forms of migrations. */
export interface NeededRepairs {
  statements: readonly string[]
  misnamed: readonly (readonly [before: string, now: string])[]
}

export const neededRepairs = (
  done: readonly string[],
  columns: ReadonlySet<string>,
): NeededRepairs => ({
  statements: repairs
    .filter(({ migration, missing }) => done.includes(migration) && !columns.has(missing))
    .map(({ statement }) => statement),
  misnamed: renamed.filter(([before]) => done.includes(before)),
})

/** Brings such a database to where the present forms lead. Later migrations rely on it. */
export async function repair(
  transaction: Kysely<Tables>,
  { statements, misnamed }: NeededRepairs,
  { translate }: MigrationDialect,
): Promise<void> {
  for (const statement of statements) await sql.raw(translate(statement)).execute(transaction)
  for (const [before, now] of misnamed) {
    const row = transaction.updateTable('migrations').where('name', '=', before)
    await row.set({ name: now }).execute()
  }
}
