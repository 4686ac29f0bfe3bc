/** An answer of a mail server, of one line or several. */
export interface Reply {
  code: number
  lines: string[]
}

/** The first whole answer of what has come so far, and what comes after it. */
export function takeReply(unread: string): { reply: Reply; rest: string } | undefined {
  const lines: string[] = []
  let at = 0
  for (;;) {
    const end = unread.indexOf('\n', at)
    if (end < 0) return undefined
    const line = unread.slice(at, end).replace(/\r$/, '')
    at = end + 1
    const [, code, mark, text = ''] = /^(\d{3})([ -]?)(.*)$/.exec(line) ?? []
    lines.push(code === undefined ? line : text)
    if (code === undefined) return { reply: { code: 0, lines }, rest: unread.slice(at) }
    if (mark !== '-') return { reply: { code: Number(code), lines }, rest: unread.slice(at) }
  }
}

const maxQuoteLength = 300

/** The mail server said no, in its own words. */
export class MailRefusedError extends Error {
  readonly reply: Reply

  constructor(what: string, reply: Reply) {
    const words = `${reply.code || ''} ${reply.lines.join(' ')}`
      .replace(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, maxQuoteLength)
    super(`the mail server refused ${what}: ${words}`)
    this.reply = reply
  }
}
