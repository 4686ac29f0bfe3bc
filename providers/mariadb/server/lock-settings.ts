/**
 * Settings of the shared server that show who holds user-level locks (`end-long-locks.ts`): the performance schema with
 * this instrument alone, in about 18 MB. The plugin `metadata_lock_info` would show them too, but to every customer.
 */
export const lockSettings = [
  'performance-schema=1',
  'performance-schema-instrument=%=OFF',
  'performance-schema-instrument=wait/lock/metadata/sql/mdl=ON',
  // What the other instruments would need, a hundred megabytes.
  ...[
    ...['digests-size', 'max-digest-length', 'max-sql-text-length', 'max-table-instances'],
    ...['max-statement-classes', 'max-stage-classes', 'max-memory-classes'],
    ...['max-mutex-classes', 'max-rwlock-classes', 'events-statements-history-size'],
    'events-statements-history-long-size',
  ].map((name) => `performance-schema-${name}=0`),
]
