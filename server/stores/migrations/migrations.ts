import { readFile } from 'node:fs/promises'

/** One migration. Its file never changes: SHA256SUMS has its hash. */
export interface Migration {
  name: string
  statements(): Promise<string[]>
}

const migration = (name: string): Migration => ({
  name,
  async statements() {
    const text = await readFile(new URL(`./${name}.sql`, import.meta.url), 'utf8')
    return text.split(/;\s*\n/).filter((statement) => statement.trim() !== '')
  },
})

/** All migrations, oldest first, the same for every database. */
export const migrations: readonly Migration[] = [
  migration('0001-first-push'),
  migration('0002-identity'),
  migration('0003-marketplace'),
  migration('0004-tasks'),
  migration('0005-unsigned-query'),
  migration('0006-quota-accounts'),
  migration('0007-spent-steps'),
  migration('0008-deployment-instances'),
  migration('0009-billing'),
  migration('0010-domains'),
  migration('0011-certificates'),
  migration('0012-scaling'),
  migration('0013-events'),
  migration('0014-releases'),
  migration('0015-certificate-limits'),
  migration('0016-deployment-story'),
  migration('0017-drains'),
  migration('0018-application-tags'),
  migration('0020-claims'),
  migration('0021-several-servers'),
  migration('0023-repository-bundles'),
  migration('0024-takeover'),
  migration('0025-backup-copies'),
  migration('0026-router-drains'),
  migration('0029-order-attempts'),
  migration('0032-changed-migrations'),
  migration('0034-user-settings'),
  migration('0035-network-groups'),
  migration('0037-generated-secrets'),
  migration('0038-audit-targets'),
]
