import { type Client, createClient } from '#client/client.ts'
import type { ConnectionOptions } from '#client/http/node/node-connection.ts'

const timeout = 300_000

/** A client that waits longer than people do, because a machine full of tests answers late. */
export const patientClient = (options: ConnectionOptions): Client =>
  createClient({ timeout, ...options })
