/** Statements that differ by more than their values, of all customers of a server together; the table never grows. */
export const maxDigests = 1_000

/**
 * Settings of every server that count its statements, without their values: the performance schema with these
 * instruments alone, in about 20 MB. Customers cannot read it.
 */
export const performanceSettings = [
  'performance-schema=1',
  'performance-schema-instrument=%=OFF',
  'performance-schema-instrument=statement/%=ON',
  'performance-schema-consumer-statements-digest=ON',
  `performance-schema-digests-size=${maxDigests}`,
  'performance-schema-max-digest-length=1024',
  // What the other instruments would need, a hundred megabytes.
  ...[
    ...['max-sql-text-length', 'max-table-instances', 'max-stage-classes', 'max-memory-classes'],
    ...['max-mutex-classes', 'max-rwlock-classes', 'events-statements-history-size'],
    'events-statements-history-long-size',
  ].map((name) => `performance-schema-${name}=0`),
]

/**
 * Setting of the shared server that shows who holds user-level locks (`end-long-locks.ts`). The plugin
 * `metadata_lock_info` would show them too, but to every customer.
 */
export const lockSettings = ['performance-schema-instrument=wait/lock/metadata/sql/mdl=ON']

/** Does not count the statements of the administrator, such as those of a back-up. */
export const leaveOutOurs = (administrator: string): string => `
set @statement = if(
  @@performance_schema,
  "delete from performance_schema.setup_actors where user = '${administrator}'",
  'do 0'
);
execute immediate @statement;
set @statement = if(
  @@performance_schema,
  "insert into performance_schema.setup_actors values ('%', '${administrator}', '%', 'NO', 'NO')",
  'do 0'
);
execute immediate @statement;
`
