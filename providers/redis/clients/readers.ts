import { createHash, randomBytes } from 'node:crypto'
import type { Server } from '#providers/redis/server.ts'

/** A user that may only read, for one question. */
export interface Reader extends AsyncDisposable {
  name: string
  password: string
}

/** Nothing that writes, that runs a script or waits, or that is about the server or other clients. */
const rights = [
  ...['~*', '+@all', '-@write', '-@admin', '-@scripting'],
  ...['-@pubsub', '-@blocking', '-@transaction', '+xread'],
]

/** Creates the user of a question, which the server forgets at its end, and with it whatever goes on for it. */
export async function openReader(server: Pick<Server, 'ask'>): Promise<Reader> {
  const [name, password] = [`r${randomBytes(12).toString('hex')}`, randomBytes(32).toString('hex')]
  const digest = createHash('sha256').update(password).digest('hex')
  await server.ask('ACL', 'SETUSER', name, 'on', `#${digest}`, ...rights)
  return {
    name,
    password,
    [Symbol.asyncDispose]: async () => void (await server.ask('ACL', 'DELUSER', name)),
  }
}
