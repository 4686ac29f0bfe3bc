/**
 * The ids that clients in the wild know databases and other services by. Whoever orders one of them means a service
 * of the platform, so no provider can have it.
 */
const reserved: ReadonlySet<string> = new Set([
  ...['postgresql-addon', 'mysql-addon', 'mongodb-addon', 'redis-addon', 'es-addon', 'kv'],
  ...['cellar-addon', 'fs-bucket', 'config-provider', 'addon-pulsar', 'addon-tardis', 'jenkins'],
  ...['keycloak', 'addon-matomo', 'metabase', 'otoroshi'],
])

export const isReserved = (providerId: string): boolean => reserved.has(providerId)
