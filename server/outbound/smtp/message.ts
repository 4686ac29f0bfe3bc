import type { SendMailOptions } from 'nodemailer'
import type { Email } from '#platform/model/events/email.ts'

/** Rejects control characters and angle brackets, which could inject a header or an SMTP command. */
export function refuseUnsendable(from: string, { to, subject, id }: Email): void {
  if (/[\p{Cc}\s<>]/u.test(from + to + id)) throw new Error('the address cannot be written to')
  if (/[\p{Cc}\u2028\u2029]/u.test(subject)) throw new Error('the subject has more than one line')
}

/** Addresses are objects: as text they would be parsed, and a comma in one would make it two recipients. */
export function toMessage(from: string, mail: Email, date = new Date()): SendMailOptions {
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return {
    from: { name: 'Berth', address: from },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    date,
    messageId: `<${mail.id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: inBase64(mail.text),
    html: inBase64(mail.html),
    textEncoding: 'base64',
    attachments: (mail.attachments ?? []).map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const inBase64 = (text: string) => ({
  content: text.replace(/\r?\n/g, '\r\n'),
  contentTransferEncoding: 'base64' as const,
})
