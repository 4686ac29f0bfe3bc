import { terminalEndpoint } from '#api/terminal/terminal-endpoint.ts'
import { openDatabaseSession } from '#platform/marketplace/addons/database/open-session.ts'

const path = '/v4/addons/:addonId/database'
const access = { on: 'addon', may: 'operate' } as const

/** The client of a database, such as psql, with a terminal or with pipes. */
const openShell = terminalEndpoint({
  path: `${path}/shell`,
  access,
  action: 'addon.open-shell',
  summary: 'Opens the client of the database of an add-on, on the side of the platform',
  open: async ({ platform, addon, caller, from, signal, say, terminal }) =>
    openDatabaseSession(platform, addon, {
      kind: 'shell',
      caller,
      from,
      signal,
      say,
      ...(terminal ? { terminal } : {}),
    }),
})

/** One connection to the server of a database. */
const openTunnel = terminalEndpoint({
  path: `${path}/tunnel`,
  access,
  action: 'addon.open-tunnel',
  summary: 'Opens a connection to the server of the database of an add-on',
  open: async ({ platform, addon, caller, from, signal, say }) =>
    openDatabaseSession(platform, addon, { kind: 'tunnel', caller, from, signal, say }),
})

export const databaseSessionEndpoints = [openShell, openTunnel]
