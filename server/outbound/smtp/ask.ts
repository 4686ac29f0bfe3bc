import type { MailConnection } from './connection.ts'
import { MailRefusedError, type Reply } from './reply.ts'

/** What a mail server can do, by name, with what it says about it. */
export type Abilities = ReadonlyMap<string, string>

/** Says a line; `what` is what was refused when the answer is another than wanted. */
export async function ask(
  connection: MailConnection,
  line: string,
  what: string,
  code: number,
): Promise<Reply> {
  connection.say(line)
  return expected(connection, what, code)
}

export async function expected(
  connection: MailConnection,
  what: string,
  code: number,
): Promise<Reply> {
  const reply = await connection.reply()
  if (reply.code === code) return reply
  throw new MailRefusedError(what, reply)
}
