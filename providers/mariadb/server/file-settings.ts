import { home } from '#providers/kit/process/sandbox.ts'

/** Folders of a server that are no databases, by their names inside its data folder. */
export const temporaryFolder = 'tmp'
export const quarantineFolder = 'quarantine'

/**
 * Settings of every server about its files: tables lie nowhere but in the folder of their database, so that they are
 * measured, and are there when the server starts again after a crash.
 */
export const fileSettings = [
  // DATA DIRECTORY and INDEX DIRECTORY are ignored.
  'symbolic-links=0',
  // On disk, in the data folder: what is in memory is gone after a crash, and takes memory from everybody before.
  `tmpdir=${home}/${temporaryFolder}`,
  ...[temporaryFolder, quarantineFolder].map((name) => `ignore-db-dirs=${name}`),
  // Nobody but the administrator has the FILE privilege, who needs none of it.
  `secure-file-priv=${home}/${temporaryFolder}`,
  'innodb-file-per-table=1',
  // Undo logs in files that shrink again, in place of the system tablespace, which does not.
  ...['innodb-undo-tablespaces=2', 'innodb-undo-log-truncate=1', 'innodb-max-undo-log-size=64M'],
  // Statements that wait for the lock of a customer, such as those of a back-up, fail after so many seconds.
  'lock-wait-timeout=20',
  // Neither general nor slow query log, whatever a session says.
  ...['log-output=NONE', 'general-log=0', 'slow-query-log=0'],
]

/** What customers can do to the files of a server that they share. */
export const sharedFileSettings = [
  // Other engines have no crash recovery, or have their own, which may fail for everybody.
  'enforce-storage-engine=InnoDB',
  // Without NO_ENGINE_SUBSTITUTION, so that `engine=MyISAM` gets an InnoDB table and no error.
  'sql-mode=STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_AUTO_CREATE_USER',
  'innodb-temp-data-file-path=ibtmp1:12M:autoextend:max:512M',
  ...['tmp-disk-table-size=128M', 'maximum-tmp-disk-table-size=128M'],
  // No lines about failed logins and connections that broke off.
  'log-warnings=1',
]
