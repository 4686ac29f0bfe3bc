import { home } from '#providers/kit/process/sandbox.ts'

/** Folders in a server's data folder that are not databases. */
export const temporaryFolder = 'tmp'
export const quarantineFolder = 'quarantine'

/**
 * Undo logs in files that can shrink, instead of the system tablespace, which cannot. Each is truncated beyond this
 * size as soon as nobody needs it, and the server counts what is needed (`sizes/undo.ts`). The first one has to be set
 * when a cluster is made.
 */
export const undoSettings = [
  ...['innodb-undo-tablespaces=2', 'innodb-undo-log-truncate=1', 'innodb-max-undo-log-size=10M'],
  // Looks for something to truncate after every batch of purge; servers that always do lack it.
  'loose-innodb-purge-rseg-truncate-frequency=1',
  'innodb-monitor-enable=trx_rseg_current_size',
]

/**
 * File settings of every server: tables are only in the folder of their database, so that they are measured, and
 * survive a crash.
 */
export const fileSettings = [
  // Ignores DATA DIRECTORY and INDEX DIRECTORY.
  'symbolic-links=0',
  // On disk, in the data folder: memory would be lost in a crash, and is shared by all.
  `tmpdir=${home}/${temporaryFolder}`,
  ...[temporaryFolder, quarantineFolder].map((name) => `ignore-db-dirs=${name}`),
  // Only the administrator has the FILE privilege, and does not need it.
  `secure-file-priv=${home}/${temporaryFolder}`,
  'innodb-file-per-table=1',
  ...undoSettings,
  // Statements that wait for a customer's lock, such as those of a back-up, fail after this many seconds.
  'lock-wait-timeout=20',
  // Neither general nor slow query log, whatever a session sets.
  ...['log-output=NONE', 'general-log=0', 'slow-query-log=0'],
]

/** File settings of the shared server. */
export const sharedFileSettings = [
  // Other engines have no crash recovery, or their own, which may fail for all customers.
  'enforce-storage-engine=InnoDB',
  // Without NO_ENGINE_SUBSTITUTION, so that `engine=MyISAM` creates an InnoDB table instead of an error.
  'sql-mode=STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_AUTO_CREATE_USER',
  'innodb-temp-data-file-path=ibtmp1:12M:autoextend:max:512M',
  ...['tmp-disk-table-size=128M', 'maximum-tmp-disk-table-size=128M'],
  // No log lines about failed logins and aborted connections.
  'log-warnings=1',
]
