import { readFile } from 'node:fs/promises'

/** One migration. Its file never changes: SHA256SUMS has its hash. */
export interface Migration {
  name: string
  /**
   * The last migration that a version has to know to go on with the tables after this one; `null` if that is this one. A version that is
   * older goes on where it knows that migration, and is refused elsewhere.
   */
  compatibleWith: string | null
  statements(): Promise<string[]>
}

const migration = (name: string, compatibleWith: string | null): Migration => ({
  name,
  compatibleWith,
  async statements() {
    const text = await readFile(new URL(`./${name}.sql`, import.meta.url), 'utf8')
    return text.split(/;\s*\n/).filter((statement) => statement.trim() !== '')
  },
})

/** Migrations from before versions read `compatibleWith`. The list is closed. */
const unmarked = [
  '0001-first-push',
  '0002-identity',
  '0003-marketplace',
  '0004-tasks',
  '0005-unsigned-query',
  '0006-quota-accounts',
  '0007-spent-steps',
  '0008-deployment-instances',
  '0009-billing',
  '0010-domains',
  '0011-certificates',
  '0012-scaling',
  '0013-events',
  '0014-releases',
  '0015-certificate-limits',
  '0016-deployment-story',
  '0017-drains',
  '0018-application-tags',
  '0020-claims',
  '0021-several-servers',
  '0023-repository-bundles',
  '0024-takeover',
  '0025-backup-copies',
  '0026-router-drains',
  '0029-order-attempts',
  '0032-changed-migrations',
  '0034-user-settings',
  '0035-network-groups',
  '0037-generated-secrets',
  '0038-audit-targets',
]

/** All migrations, oldest first, the same for every database. Each says after its name which versions go on with it (decision 117). */
export const migrations: readonly Migration[] = [
  ...unmarked.map((name) => migration(name, null)),
  migration('0040-rolling-redeployments', '0038-audit-targets'),
  migration('0041-shell-bans', '0038-audit-targets'),
  migration('0043-crons', '0038-audit-targets'),
  migration('0047-visitor-rules', '0038-audit-targets'),
  migration('0049-runs', '0038-audit-targets'),
  migration('0053-connected-repositories', '0038-audit-targets'),
  migration('0054-repository-webhooks', '0038-audit-targets'),
  migration('0056-previews', '0038-audit-targets'),
  migration('0057-git-hosts', '0038-audit-targets'),
  migration('0058-sleep', '0038-audit-targets'),
  migration('0060-connected-tags', '0038-audit-targets'),
  migration('0061-pull-requests', '0038-audit-targets'),
  migration('0062-promotions', '0038-audit-targets'),
  migration('0063-deployment-commits', '0038-audit-targets'),
  migration('0064-failure-headlines', '0038-audit-targets'),
  migration('0065-session-browsers', '0038-audit-targets'),
  migration('0067-alerts', '0038-audit-targets'),
  migration('0068-event-visits', '0038-audit-targets'),
]
