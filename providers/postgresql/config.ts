import type { Database } from './database.ts'
import type { Server } from './server/server.ts'

/** Variables of a database. */
export function configOf({ name, user, password }: Database, server: Server, host: string) {
  return {
    POSTGRESQL_ADDON_HOST: host,
    POSTGRESQL_ADDON_PORT: String(server.port),
    POSTGRESQL_ADDON_DB: name,
    POSTGRESQL_ADDON_USER: user,
    POSTGRESQL_ADDON_PASSWORD: password,
    POSTGRESQL_ADDON_URI: `postgresql://${user}:${password}@${host}:${server.port}/${name}`,
    POSTGRESQL_ADDON_VERSION: server.version.split('.')[0] ?? '',
  }
}
