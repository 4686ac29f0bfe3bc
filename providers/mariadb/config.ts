import type { Database } from './database.ts'
import type { Server } from './server/server.ts'

/** Variables of a database. */
export function configOf({ name, user, password }: Database, server: Server, host: string) {
  return {
    MYSQL_ADDON_HOST: host,
    MYSQL_ADDON_PORT: String(server.port),
    MYSQL_ADDON_DB: name,
    MYSQL_ADDON_USER: user,
    MYSQL_ADDON_PASSWORD: password,
    MYSQL_ADDON_URI: `mysql://${user}:${password}@${host}:${server.port}/${name}`,
    MYSQL_ADDON_VERSION: server.version.split('.').slice(0, 2).join('.'),
  }
}
