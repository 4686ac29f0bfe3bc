import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { createSecureContext, TLSSocket } from 'node:tls'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { type Email, UndeliverableError } from '#platform/model/events/email.ts'
import { openMailServer, readMessage } from '#tests/support/servers/mail-server.ts'
import type { MailServer } from './mail-server.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const mail: Email = {
  id: 'mail_1',
  to: 'ann@example.test',
  subject: 'Hello',
  text: 'One\n.\nTwo\n',
  html: '<p>One\n.\nTwo</p>\n',
}
const calm = () => AbortSignal.timeout(300_000)
const here = (port: number, more: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port,
  isTls: false,
  isLocal: true,
  login: undefined,
  timeout: 300_000,
  ...more,
})
const send = (server: MailServer, what: Partial<Email> = {}, signal = calm()) =>
  createSmtpMailer(server, 'berth@example.test').send({ ...mail, ...what }, signal)

/** An SMTP server that sends a fixed script of replies. */
async function openScript(script: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    script(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('SMTP: an e-mail arrives unchanged, with complete headers', async () => {
  await using server = await openMailServer()
  await send(here(server.port))
  const [message = assert.fail()] = server.messages
  const { head, text, html } = readMessage(message.source)
  assert.equal(text, 'One\r\n.\r\nTwo\r\n')
  assert.deepEqual([message.from, message.to], ['berth@example.test', ['ann@example.test']])
  assert.equal(head.get('message-id'), '<mail_1@example.test>')
  assert.equal(head.get('to'), 'ann@example.test')
  assert.match(head.get('date') ?? '', /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/)
  assert.match(head.get('content-type') ?? '', /^multipart\/alternative; /)
  assert.equal(html, '<p>One\r\n.\r\nTwo</p>\r\n')
})

test('SMTP: a document arrives byte by byte beside the text and the HTML', async () => {
  await using server = await openMailServer()
  const bytes = Uint8Array.from({ length: 5000 }, (_, index) => (index * 37) % 256)
  await send(here(server.port), {
    attachments: [{ name: 'F20261201-000001.pdf', type: 'application/pdf', bytes }],
  })
  const [message = assert.fail()] = server.messages
  const { head, text, html, attachments } = readMessage(message.source)
  assert.match(head.get('content-type') ?? '', /^multipart\/mixed; /)
  assert.deepEqual([text, html], ['One\r\n.\r\nTwo\r\n', '<p>One\r\n.\r\nTwo</p>\r\n'])
  assert.deepEqual(attachments, [
    { name: 'F20261201-000001.pdf', type: 'application/pdf', bytes: Buffer.from(bytes) },
  ])
})

test('SMTP: subjects and texts keep all Unicode characters', async () => {
  await using server = await openMailServer()
  const subject = `Grüße an Ærøskøbing 🚢 ${'漢字かな'.repeat(30)} =?x?=`
  const text = 'Ça marche : 日本語 🚢\n'
  await send(here(server.port), { subject, text })
  const [message = assert.fail()] = server.messages
  assert.ok(message.source.split('\r\n').every((line) => line.length <= 78))
  const read = readMessage(message.source)
  assert.deepEqual([read.subject, read.text], [subject, text.replace('\n', '\r\n')])
})

test('SMTP: a non-ASCII address requires SMTPUTF8 on the server', async () => {
  const to = 'jürgen@example.test'
  await using server = await openMailServer()
  await send(here(server.port), { to })
  assert.deepEqual(server.messages[0]?.to, [to])
  await using old = await openScript((socket) => {
    socket.write('220 here\r\n')
    socket.on('data', () => socket.write('250 here\r\n'))
  })
  await assert.rejects(send(here(old.port), { to }), UndeliverableError)
})

test('SMTP: STARTTLS is used when offered, and the certificate is verified', async () => {
  const authority = createAuthority('mail test')
  const identity = issueCertificate(authority, ['127.0.0.1'])
  await using server = await openMailServer({ identity })
  const strict = here(server.port, { isLocal: false })
  await send({ ...strict, authorities: [authority.certificate] })
  assert.equal(server.messages.at(-1)?.isEncrypted, true)
  await assert.rejects(send(strict), /certificate/)
  await send(here(server.port))
  assert.equal(server.messages.at(-1)?.isEncrypted, true, 'nobody is between us and a local one')
  assert.equal(server.messages.length, 2)
})

test('SMTP: a certificate of another host is rejected', async () => {
  const authority = createAuthority('mail test')
  const identity = issueCertificate(authority, ['elsewhere.test'])
  await using server = await openMailServer({ identity })
  const authorities = [authority.certificate]
  await assert.rejects(send(here(server.port, { isLocal: false, authorities })), /127\.0\.0\.1/)
})

test('SMTP: implicit TLS works', async () => {
  const authority = createAuthority('mail test')
  const identity = issueCertificate(authority, ['127.0.0.1'])
  await using server = await openMailServer({ identity, isTls: true })
  const authorities = [authority.certificate]
  await send(here(server.port, { isTls: true, isLocal: false, authorities }))
  assert.equal(server.messages.length, 1)
})

test('SMTP: nothing is sent to another machine in plaintext', async () => {
  await using server = await openMailServer()
  await assert.rejects(send(here(server.port, { isLocal: false })), /no encryption/)
  assert.equal(server.messages.length, 0)
})

for (const method of ['PLAIN', 'LOGIN'] as const) {
  test(`SMTP: logs in with AUTH ${method}, and a wrong password is an error that does not contain it`, async () => {
    const authority = createAuthority('mail test')
    const identity = issueCertificate(authority, ['127.0.0.1'])
    const login = { user: 'bérth', password: 'pass wörd' }
    await using server = await openMailServer({ identity, login, methods: [method] })
    const authorities = [authority.certificate]
    const strict = here(server.port, { isLocal: false, authorities })
    await send({ ...strict, login })
    assert.equal(server.messages.length, 1)
    const wrong = { ...login, password: 'wrong-one' }
    await assert.rejects(send({ ...strict, login: wrong }), (error: Error) => {
      assert.match(error.message, /refused the user name or the password: 535/)
      assert.doesNotMatch(error.message, /wrong-one|bérth/)
      return true
    })
  })
}

test("SMTP: an error contains the server's reply; an unknown recipient is permanent", async () => {
  await using server = await openMailServer({
    onRecipient: (address) =>
      address.startsWith('later') ? [450, '4.7.1 try again'] : [550, '5.1.1 no such user'],
  })
  const later = send(here(server.port), { to: 'later@example.test' })
  await assert.rejects(later, (error: Error) => {
    assert.match(error.message, /refused the recipient: 450 4\.7\.1 try again/)
    return !(error instanceof UndeliverableError)
  })
  await assert.rejects(send(here(server.port)), (error: Error) => {
    assert.match(error.message, /550 5\.1\.1 no such user/)
    return error instanceof UndeliverableError
  })
})

test('SMTP: a denied relay is a temporary error', async () => {
  await using server = await openMailServer({ onRecipient: () => [554, '5.7.1 relay denied'] })
  await assert.rejects(send(here(server.port)), (error) => !(error instanceof UndeliverableError))
})

test('SMTP: a server that is silent, or disconnects, is an error within the timeout', async () => {
  await using silent = await openScript(() => {})
  await assert.rejects(send(here(silent.port, { timeout: 50 })), /has not answered/)
  await assert.rejects(send(here(silent.port), {}, AbortSignal.timeout(50)), /too long/)
  await using dying = await openScript((socket) => {
    socket.write('220 here\r\n')
    socket.once('data', () => socket.end('250-here\r\n'))
  })
  await assert.rejects(send(here(dying.port)), /hung up/)
  await using chatty = await openScript((socket) => {
    socket.write('220-'.padEnd(70_000, 'x'))
  })
  await assert.rejects(send(here(chatty.port)), /no end/)
  await using other = await openScript((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n'))
  await assert.rejects(send(here(other.port)), /refused the connection: HTTP\/1\.1 400/)
})

test('STARTTLS: replies injected before the encryption are ignored', async () => {
  const authority = createAuthority('mail test')
  const identity = issueCertificate(authority, ['127.0.0.1'])
  const secureContext = createSecureContext({ cert: identity.certificate, key: identity.key })
  const heard: string[] = []
  await using server = await openScript((socket) => {
    socket.write('220 here\r\n')
    socket.on('data', (line) => {
      if (/^EHLO/.test(String(line))) socket.write('250-here\r\n250 STARTTLS\r\n')
      if (!/^STARTTLS/.test(String(line))) return
      socket.removeAllListeners('data')
      socket.write('220 go on\r\n250-here\r\n250 AUTH PLAIN\r\n')
      const secure = new TLSSocket(socket, { isServer: true, secureContext })
      secure.on('error', () => {})
      secure.on('data', (text) => {
        heard.push(String(text))
        if (/^EHLO/.test(String(text))) secure.write('250-here\r\n250 8BITMIME\r\n')
      })
    })
  })
  const login = { user: 'berth', password: 'secret' }
  const trusting = { isLocal: false, authorities: [authority.certificate], login }
  await assert.rejects(send(here(server.port, trusting)), /takes no password/)
  assert.deepEqual(
    heard.filter((text) => !/^EHLO /.test(text)),
    [],
  )
})

test('STARTTLS: a server that does not continue with TLS is a plain error', async () => {
  await using server = await openScript((socket) => {
    socket.write('220 here\r\n')
    socket.on('data', (line) => {
      if (/^EHLO/.test(String(line))) socket.write('250-here\r\n250 STARTTLS\r\n')
      else socket.write('220 go on\r\n250 AUTH PLAIN\r\n')
    })
  })
  await assert.rejects(send(here(server.port)), /could not be encrypted/)
})

test('SMTP: an internationalised domain is sent as ASCII, so that any server accepts it', async () => {
  await using server = await openMailServer({ disabledExtensions: ['SMTPUTF8'] })
  await send(here(server.port), { to: 'ann@bücher.test' })
  const [message = assert.fail()] = server.messages
  assert.equal(readMessage(message.source).head.get('to'), 'ann@xn--bcher-kva.test')
})

test('SMTP: an address with a comma stays one recipient', async () => {
  await using server = await openMailServer()
  await send(here(server.port), { to: 'a@x.test,b@x.test' }).catch(() => {})
  assert.ok(server.messages.every(({ to }) => to.length === 1))
})

test('SMTP: a message is ASCII in short lines, whatever the e-mail contains', async () => {
  await using server = await openMailServer()
  await send(here(server.port), { subject: 'é'.repeat(200), text: '🚢'.repeat(999) })
  const [message = assert.fail()] = server.messages
  assert.match(message.source, /^[\r\n\x20-\x7e]*$/)
  assert.ok(message.source.split('\r\n').every((line) => line.length <= 78))
})

test('SMTP: addresses and subjects with line breaks are never sent', async () => {
  await using server = await openMailServer()
  for (const bad of [
    { to: 'a@x.test\r\nRCPT TO:<b@x.test>' },
    { to: 'a@x.test> <b@x.test' },
    { subject: 'Hello\r\nBcc: b@x.test' },
  ]) {
    await assert.rejects(send(here(server.port), bad))
  }
  assert.equal(server.messages.length, 0)
})
