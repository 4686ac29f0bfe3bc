import { randomBytes } from 'node:crypto'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { dropReader, namesOf, newReader } from '#providers/mariadb/database.ts'
import type { Server } from '#providers/mariadb/server/server.ts'

/** A user that may only select, for one question. */
export interface Reader extends AsyncDisposable {
  user: string
  password: string
}

/**
 * Creates the user of a question, who comes from this machine, once, with a password that only this process knows. At
 * the end it is dropped, and with it what the statement may have made of it and whatever the server still does for it:
 * the server goes on for a client that has left.
 */
export async function openReader(server: Server, { id }: Pick<Resource, 'id'>): Promise<Reader> {
  const user = newReader(id)
  const password = randomBytes(32).toString('hex')
  await using undone = new AsyncDisposableStack()
  undone.defer(async () => void (await dropReader(server, user)))
  await server.run(`
create user ${user}@'127.0.0.1' identified by '${password}' with max_user_connections 1;
grant select, show view on ${namesOf(id).name}.* to ${user}@'127.0.0.1';
`)
  const opened = undone.move()
  return { user, password, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
