import { type Abilities, ask } from './ask.ts'
import type { MailConnection } from './connection.ts'
import type { MailServer } from './mail-server.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Says who we are, with AUTH PLAIN or LOGIN (RFC 4954): never where others could listen. */
export async function logIn(
  connection: MailConnection,
  { login, isLocal }: MailServer,
  abilities: Abilities,
): Promise<void> {
  if (!login) return
  if (!connection.isEncrypted && !isLocal) {
    throw new Error('the mail server must not be told the password without encryption')
  }
  const ways = (abilities.get('AUTH') ?? '').toUpperCase().split(' ')
  const { user, password } = login
  const what = 'the user name or the password'
  if (ways.includes('PLAIN')) {
    await ask(connection, `AUTH PLAIN ${base64(`\0${user}\0${password}`)}`, what, 235)
  } else if (ways.includes('LOGIN')) {
    await ask(connection, 'AUTH LOGIN', what, 334)
    await ask(connection, base64(user), what, 334)
    await ask(connection, base64(password), what, 235)
  } else {
    throw new Error('the mail server takes no password in a way that we know')
  }
}
