import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { WebSocket } from 'ws'
import { csrfTokenOf, sessionCookieValue } from '#api/auth/session.ts'
import { createForwarding } from '#api/forwarding/forwarding.ts'
import { openListener } from '#api/http/api-server.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { newSecret } from '#kit/text/ids.ts'
import { setShellAccess } from '#platform/hosting/shells/shell-bans.ts'
import { findSession } from '#platform/identity/access/login/sessions.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import type { PeerServer } from '#platform/model/hosting/placement/placement.ts'
import type { UserId } from '#platform/model/ids.ts'
import { decodeFrame, encodeFrame, maxFrameBytes, windows } from '#protocol/terminal/frames.ts'
import { type ClientMessage, readServerMessage } from '#protocol/terminal/messages.ts'
import { one } from '#tests/support/applications/live-application.ts'
import { bearerOf, sessionOf, somebody } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

const timeout = 300_000

let api: TestApi
let application: Application
before(async () => {
  api = await openTestApi()
  const { id } = await api.application()
  application = (await api.platform.store.applications.find(id)) ?? assert.fail()
  assert.equal((await api.deploy(application, one)).state, 'live')
})
after(() => api[Symbol.asyncDispose]())

const pathOf = ({ ownerId, id }: Pick<Application, 'ownerId' | 'id'>) =>
  `/v4/berth/organisations/${ownerId}/applications/${id}/shells`

interface Opening {
  query?: string
  authorization?: string
  headers?: Record<string, string>
  protocols?: string[]
  url?: string
  /** Whether it acknowledges what it gets. */
  isDeaf?: boolean
}

/** A client that keeps what it gets. */
async function connect(options: Opening) {
  const { query = '', authorization, headers = {}, protocols = [], url = api.url } = options
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}${pathOf(application)}?${query}`,
    protocols,
    {
      headers: { ...(authorization ? { authorization } : {}), ...headers },
    },
  )
  const got = { stdout: '', stderr: '', bytes: 0, said: [] as string[], acks: [] as number[] }
  const end: { exit?: number; error?: string; closed?: number } = {}
  let id = ''
  let received = -1
  const opened = Promise.withResolvers<void>()
  opened.promise.catch(() => {})
  socket.on('message', (data, isBinary) => {
    if (isBinary) {
      const frame = decodeFrame(data as Buffer) ?? assert.fail()
      if (frame.stream !== 'stdin') got[frame.stream] += Buffer.from(frame.bytes)
      got.bytes += frame.bytes.length
      if (!options.isDeaf) say({ ack: got.bytes })
      return
    }
    const message = readServerMessage(String(data)) ?? assert.fail(String(data))
    if ('opened' in message) {
      id = message.opened.id
      received = message.opened.received
      opened.resolve()
    } else if ('note' in message) got.said.push(message.note)
    else if ('exit' in message) end.exit = message.exit.code
    else if ('ack' in message) got.acks.push(message.ack)
    else {
      end.error = message.error
      opened.reject(new Error(message.error))
    }
  })
  const say = (message: ClientMessage) => socket.send(JSON.stringify(message), () => {})
  socket.on('error', opened.reject)
  socket.on('close', (code) => {
    end.closed = code
    opened.reject(new Error(`closed with ${code}`))
  })
  await opened.promise
  return {
    socket,
    got,
    end,
    id,
    received,
    say,
    type: (text: string) => socket.send(encodeFrame({ stream: 'stdin', bytes: Buffer.from(text) })),
    shows: (text: string) =>
      until(() => got.stdout.includes(text), { timeout, every: 5, what: text }),
    over: () =>
      until(() => end.closed !== undefined && end, { timeout, every: 5, what: 'its end' }),
    [Symbol.dispose]: () => socket.terminate(),
  }
}

const member = (role: 'DEVELOPER' | 'ACCOUNTING' = 'DEVELOPER') =>
  somebody(api, { role, organisationId: api.account.organisationId })

/** Cookies and CSRF token of a page in a browser in which somebody has logged in. */
async function browserOf(userId: UserId) {
  const [key, visitor] = [await sessionOf(api, userId), newSecret(20)]
  const session = (await findSession(api.platform, key)) ?? assert.fail()
  const cookie = [
    `ccid=${sessionCookieValue(api.signer, key, visitor)}`,
    `__Host-berth_visitor=${api.signer.sign('visitor', visitor)}`,
  ].join('; ')
  return { cookie, token: csrfTokenOf(api.signer, session) }
}

const actions = async () =>
  (await api.platform.store.audit.listOf(application.ownerId, { limit: 100 }))
    .filter(({ action }) => action.startsWith('shell.'))
    .map(({ action, target, outcome, userId }) => ({ action, target, outcome, userId }))

test('terminal: a shell takes lines and a size, and says how it ended', async () => {
  const ann = await member()
  using shell = await connect({ ...ann, query: 'terminal=xterm-256color&columns=101&rows=37' })
  shell.type('size\n')
  await shell.shows('37 101')
  shell.say({ resize: { columns: 55, rows: 11 } })
  await until(
    () => {
      shell.type('size\n')
      return shell.got.stdout.includes('11 55')
    },
    { timeout, every: 100, what: 'the new size' },
  )
  shell.type('env TERM\ncomplain oh\nexit 7\n')
  assert.deepEqual(await shell.over(), { exit: 7, closed: 1000 })
  assert.match(shell.got.stdout, /xterm-256color/)
  assert.equal(shell.got.stderr, 'oh\n')
  const [closed, opened] = await until(
    async () => {
      const found = (await actions()).filter(({ userId }) => userId === ann.id)
      return found.length === 2 && found
    },
    { timeout, what: 'audit entries' },
  )
  assert.equal(opened?.action, 'shell.open')
  assert.match(closed?.target ?? '', new RegExp(`^${application.id} .+ shell \\(exit 7 after`))
})

test('terminal: a command without a terminal takes its input up to its end, and a signal', async () => {
  const ann = await member()
  using cat = await connect({ ...ann, query: 'command=cat' })
  const text = 'x'.repeat(maxFrameBytes)
  for (let sent = 0; sent < 20; sent += 1) {
    cat.type(text)
    await until(() => (cat.got.acks.at(-1) ?? 0) >= (sent + 1) * text.length, {
      timeout,
      every: 1,
      what: 'ack',
    })
  }
  cat.type('')
  assert.deepEqual(await cat.over(), { exit: 0, closed: 1000 })
  assert.equal(cat.got.bytes, 20 * text.length)
  using wait = await connect({ ...ann, query: 'command=wait' })
  wait.say({ signal: 'NOPE' })
  wait.say({ signal: 'INT' })
  assert.equal((await wait.over()).exit, 130)
})

test('terminal: a lost connection is resumed without losing or doubling a byte in either direction', async () => {
  const ann = await member()
  using first = await connect({ ...ann, query: 'command=cat', isDeaf: true })
  first.type('one ')
  await first.shows('one ')
  first.socket.terminate()
  await first.over()
  using second = await connect({ ...ann, query: `session=${first.id}&received=2`, isDeaf: true })
  assert.deepEqual([second.id, second.received], [first.id, 4])
  await second.shows('e ')
  second.type('two')
  await second.shows('two')
  const beyond = connect({ ...ann, query: `session=${first.id}&received=9` })
  await assert.rejects(beyond, /not kept any more/)
  // A new connection takes the session over from one that only seems to be alive.
  using third = await connect({ ...ann, query: `session=${first.id}&received=4` })
  await second.over()
  await third.shows('two')
  third.type('')
  assert.equal((await third.over()).exit, 0)
  assert.equal(third.got.stdout, 'two')
})

test('terminal: the end of a command whose client is away is told when it comes back', async () => {
  const ann = await member()
  using first = await connect({ ...ann, isDeaf: true })
  first.type('echo last\n')
  await first.shows('last')
  first.socket.send(encodeFrame({ stream: 'stdin', bytes: Buffer.from('exit 3\n') }), () =>
    first.socket.terminate(),
  )
  await first.over()
  using second = await connect({ ...ann, query: `session=${first.id}&received=0` })
  assert.deepEqual(await second.over(), { exit: 3, closed: 1000 })
  assert.equal(second.got.stdout, 'last\n')
})

test('terminal: a session is resumed by the credential that opened it, and by nobody else', async () => {
  const [ann, bob] = await Promise.all([member(), member()])
  using first = await connect({ ...ann, query: 'command=wait' })
  first.socket.terminate()
  for (const query of [`session=${first.id}&received=0`, 'session=x&received=0'])
    await assert.rejects(
      connect({ ...bob, query }),
      /^Error: The session has ended: it was not resumed in time\.$/,
    )
  using second = await connect({ ...ann, query: `session=${first.id}&received=0` })
  second.socket.close(1000)
  await second.over()
  await assert.rejects(connect({ ...ann, query: `session=${first.id}&received=0` }), /has ended/)
})

test('terminal: a client without a screen gets the last output again, and the one before it learns that', async () => {
  const ann = await member()
  const screen = 'terminal=xterm&columns=80&rows=24'
  using first = await connect({ ...ann, query: screen })
  first.type('echo one\necho two\n')
  await first.shows('two\n')
  await until(() => first.got.acks.length > 0 || first.got.bytes > 0, { timeout, what: 'an ack' })
  using second = await connect({ ...ann, query: `session=${first.id}` })
  assert.equal((await first.over()).closed, 4000)
  await second.shows(first.got.stdout)
  assert.equal(second.got.stdout, first.got.stdout)
  assert.equal(second.received, 18)
  second.type('echo three\n')
  await second.shows('three\n')
  using pipes = await connect({ ...ann, query: 'command=cat' })
  pipes.type('gone')
  await pipes.shows('gone')
  await until(() => pipes.socket.bufferedAmount === 0, { timeout, what: 'an acknowledgement' })
  using after = await connect({ ...ann, query: `session=${pipes.id}&received=4` })
  assert.equal(after.got.stdout, '')
})

test('terminal: a client that takes no output has it waiting, up to the window', async () => {
  const ann = await member()
  using flood = await connect({ ...ann, query: 'command=flood', isDeaf: true })
  await until(() => flood.got.bytes >= windows.output, { timeout, every: 5, what: 'a window' })
  await new Promise((resolve) => setTimeout(resolve, 300))
  assert.ok(flood.got.bytes <= windows.output + 2 * maxFrameBytes, `${flood.got.bytes}`)
  const before = flood.got.bytes
  flood.say({ ack: before })
  await until(() => flood.got.bytes > before, { timeout, every: 5, what: 'more' })
})

test('terminal: rubbish ends the session and nothing else', async () => {
  const ann = await member()
  const rubbish: (string | Uint8Array)[] = [
    ...['', 'x', '{}', '{"ack":1e9}', '{"resize":1}', '{"opened":{"id":"x","received":0}}'],
    ...[Uint8Array.of(), Uint8Array.of(1, 2), Uint8Array.of(9), new Uint8Array(maxFrameBytes + 2)],
  ]
  for (const sent of rubbish) {
    using shell = await connect(ann)
    shell.socket.send(sent)
    const { closed } = await shell.over()
    assert.ok([1008, 1009].includes(closed ?? 0), `${String(sent).slice(0, 30)} ${closed}`)
    await assert.rejects(connect({ ...ann, query: `session=${shell.id}&received=0` }), /has ended/)
  }
  using greedy = await connect({ ...ann, query: 'command=wait' })
  for (let sent = 0; sent < 3; sent += 1) greedy.type('x'.repeat(maxFrameBytes))
  assert.equal((await greedy.over()).closed, 1008)
})

test('terminal: without credentials or with wrong ones there is no connection', async () => {
  const ann = await member()
  await assert.rejects(connect({}), /401/)
  await assert.rejects(connect({ authorization: 'Bearer x' }), /401/)
  await assert.rejects(connect({ url: api.bridge, authorization: ann.authorization }), /401/)
  using onBridge = await connect({
    url: api.bridge,
    authorization: (await bearerOf(api, ann.id)).authorization,
    query: 'command=exit',
  })
  assert.equal((await onBridge.over()).exit, 0)
})

test('terminal: a page opens one with its session, its token and its origin, and lacks none of them', async () => {
  const ann = await member()
  const { cookie, token } = await browserOf(ann.id)
  const origin = 'https://api.example.test'
  const protocols = ['berth.terminal', `csrf.${token}`]
  using shell = await connect({ headers: { cookie, origin }, protocols, query: 'command=exit' })
  assert.equal(shell.socket.protocol, 'berth.terminal')
  assert.equal((await shell.over()).exit, 0)
  const evil = 'https://app-1.example.test'
  await assert.rejects(connect({ headers: { cookie, origin: evil }, protocols }), /403/)
  await assert.rejects(connect({ headers: { cookie, origin } }), /401/)
  await assert.rejects(connect({ headers: { cookie, origin }, protocols: ['csrf.x'] }), /401/)
  await assert.rejects(connect({ headers: { origin }, protocols }), /401/)
  // An application on our domain can plant a cookie, but not that of the browser.
  const [planted = ''] = cookie.split('; ')
  await assert.rejects(connect({ headers: { cookie: planted, origin }, protocols }), /401/)
  const crossSite = { cookie, origin, 'sec-fetch-site': 'same-site' }
  await assert.rejects(connect({ headers: crossSite, protocols }), /401/)
})

test('terminal: who may not open a shell learns why, and the attempt is audited', async () => {
  const [carl, stranger] = [await member('ACCOUNTING'), await somebody(api)]
  await assert.rejects(connect(carl), /The role ACCOUNTING does not allow this/)
  assert.equal((await actions()).at(0)?.outcome, 'refused')
  await assert.rejects(connect(stranger), /There is no application/)
  const ann = await member()
  await assert.rejects(connect({ ...ann, query: 'instance=../x' }), /no such instance/)
  const subject = { ownerId: application.ownerId, applicationId: application.id }
  using shell = await connect(ann)
  await setShellAccess(api.platform, subject, false)
  assert.equal((await shell.over()).exit, 129)
  assert.deepEqual(shell.got.said, ['Shells are off for this application: the session ends.'])
  await assert.rejects(connect(ann), /Shells are off for this application\.$/)
  await setShellAccess(api.platform, subject, true)
})

test('terminal: ends with a sentence when the token is revoked, and when the role is lowered', async () => {
  const { organisationId } = api.account
  const [ann, bob] = [await member(), await member()]
  using annShell = await connect(ann)
  using bobShell = await connect(bob)
  await api.platform.store.accessTokens.removeOf(ann.id)
  await api.platform.store.members.put({
    organisationId,
    userId: bob.id,
    role: 'ACCOUNTING',
    job: '',
  })
  await Promise.all([annShell.over(), bobShell.over()])
  assert.match(annShell.got.said.join(), /login has expired or was revoked/)
  assert.match(bobShell.got.said.join(), /ACCOUNTING does not allow this/)
})

test('terminal: a connection to a server that does not run the application is passed on to the one that does', async () => {
  const ann = await member()
  const authority = createAuthority('servers')
  const identity = issueCertificate(authority, ['localhost'])
  const placement = { remoteServerOf: () => Promise.resolve(remote) }
  const forwarding = createForwarding({
    placement,
    key: Buffer.alloc(32),
    authority: authority.certificate,
    log: () => {},
  })
  const listener = { ...api.listener, forwarding }
  const opening = { ...listener, host: '127.0.0.1', port: 0, identity }
  const [edge, home] = [
    await openListener(opening, listener),
    await openListener(opening, listener),
  ]
  const remote: PeerServer = {
    id: 'home',
    api: `https://127.0.0.1:${home.port}`,
    bridge: '',
    git: '',
    isAway: false,
  }
  const url = `http://127.0.0.1:${edge.port}`
  try {
    using shell = await connect({ ...ann, url, query: 'command=cat', isDeaf: true })
    shell.type('through two servers')
    await shell.shows('through two servers')
    shell.socket.terminate()
    using again = await connect({ ...ann, url, query: `session=${shell.id}&received=0` })
    await again.shows('through two servers')
    again.type('')
    assert.equal((await again.over()).exit, 0)
    await assert.rejects(connect({ url }), /401/)
    remote.isAway = true
    await assert.rejects(connect({ ...ann, url }), /503/)
  } finally {
    await Promise.all([edge.close(0), home.close(0)])
  }
})
