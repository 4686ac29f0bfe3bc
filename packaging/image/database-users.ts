/**
 * Users of databases. Their packages would make them, each with the next free number: another one in a new container, to which
 * the files in the volume would not belong.
 */
export const databaseUsers = [
  { name: 'postgres', id: 901, home: '/var/lib/postgresql' },
  { name: 'mysql', id: 902, home: '/nonexistent' },
  { name: 'redis', id: 903, home: '/var/lib/redis' },
] as const
