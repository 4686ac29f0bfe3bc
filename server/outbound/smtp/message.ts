import type { Email } from '#platform/mail/email.ts'

/** Whether it needs no more than ASCII. */
export const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text)

/** What could end a line of the conversation or of the head, or an address, is nobody's honest mail. */
export function refuseUnsendable(from: string, { to, subject, id }: Email): void {
  if (/[\p{Cc}\s<>]/u.test(from + to + id)) throw new Error('the address cannot be written to')
  if (/[\p{Cc}\u2028\u2029]/u.test(subject)) throw new Error('the subject has more than one line')
}

/** The mail as it travels (RFC 5322), ready for DATA: the end of the data is left to the sender. */
export function toMessage(from: string, mail: Email, date = new Date()): string {
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const head = [
    `From: Berth <${from}>`,
    `To: <${mail.to}>`,
    `Subject: ${encodeWords(mail.subject)}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${mail.id}@${domain}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    'Auto-Submitted: auto-generated',
  ]
  const body = Buffer.from(mail.text.replace(/\r?\n/g, '\r\n')).toString('base64')
  const lines = body.match(/.{1,76}/g) ?? []
  return stuffDots([...head, '', ...lines].join('\r\n'))
}

/** A dot at the begin of a line would end the data: it is doubled (RFC 5321, 4.5.2). */
export const stuffDots = (text: string) => text.replace(/^\./gm, '..')

const maxPlainLength = 60
/** So many bytes make an encoded word of at most 75 characters. */
const maxWordLength = 42

/** A head field that has more than ASCII, or is long, in words of base64 (RFC 2047), none of them cut inside a letter. */
function encodeWords(text: string): string {
  if (isPlain(text) && text.length <= maxPlainLength && !text.includes('=?')) return text
  const words: string[] = []
  let word = ''
  for (const letter of text) {
    if (Buffer.byteLength(word + letter) > maxWordLength) {
      words.push(word)
      word = ''
    }
    word += letter
  }
  return [...words, word]
    .map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`)
    .join('\r\n ')
}
