import assert from 'node:assert/strict'
import { mkdir, statfs } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { hideFiles } from '#tests/support/engine/socket-queues.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { keepVisiting, type Visitors } from '#tests/support/visitors/visit.ts'

/**
 * A tenant that exhausts the bytes or inodes of the disk and keeps them open, beside one that serves, deploys and has
 * much data on the same disk.
 */
let berth: TestBerth
let other: PushedApplication
let visitors: Visitors | undefined
const minute = 60_000

/** The files are larger than the reserve of the disk. */
const otherServer = (text: string) => {
  const files = webServer(text)
  const fill = "require('node:fs').writeFileSync('/tmp/own', Buffer.alloc(12 * 1024 * 1024, 1))"
  return { ...files, 'server.js': `${fill}\n${files['server.js']}` }
}

before(async () => {
  // Each visit is a line of the access log, which must not fill the small disk.
  berth = await TestBerth.start({ BERTH_LOG_LIMIT: '1' }, async (data) => {
    await mkdir(data)
    await runOrThrow(['mount', '-t', 'tmpfs', '-o', 'size=96m,nr_inodes=20000', 'tmpfs', data])
  })
  other = await PushedApplication.create(berth, 'other')
  assert.equal((await other.deploy(otherServer('served'))).state, 'OK')
  visitors = keepVisiting(berth.addresses.visitors.http, other.host, 1)
})
after(async () => {
  await visitors?.stop()
  try {
    await berth.signal('SIGINT')
    await berth.stopAll()
  } finally {
    await runOrThrow(['umount', '--lazy', berth.data])
    await berth[Symbol.asyncDispose]()
  }
})

/** Functions that fill a folder until writes fail. They are called again and again, to take what others free. */
const floods: Record<string, string> = {
  inodes: `(folder) => {
    try { for (;;) fs.writeFileSync(folder + '/flood-' + calls++, '') } catch {}
  }`,
  bytes: `(folder) => {
    const bytes = Buffer.alloc(1024 * 1024, 1)
    try { for (;;) fs.appendFileSync(folder + '/flood', bytes) } catch {}
  }`,
  'bytes-without-a-name': `(folder) => {
    const bytes = Buffer.alloc(1024 * 1024, 1)
    try {
      const file = fs.openSync(folder + '/flood', 'w')
      fs.unlinkSync(folder + '/flood')
      for (;;) fs.writeSync(file, bytes)
    } catch {}
  }`,
  'bytes-inside-sockets': `(folder) => {
    const words = ['hide.pl', folder, '1000']
    if (calls++ % 10 === 0)
      require('node:child_process').spawn('/usr/bin/perl', words, { stdio: 'ignore' })
  }`,
}
const flooding = (flood: string, folder: string) =>
  `const flood = ${flood}; setInterval(flood, 200, '${folder}')`

const helpers = { 'hide.pl': hideFiles('queue') }

/** Room for another version of the application. */
const hasRoom = () =>
  until(
    async () => {
      const { bavail, ffree } = await statfs(berth.data)
      return bavail * 4096 > 48 * 1024 * 1024 && ffree > 10_000
    },
    { timeout: minute, every: 100, what: 'room on the disk again' },
  )

async function othersGoOn(text: string): Promise<void> {
  await hasRoom()
  assert.equal((await other.deploy(otherServer(text))).state, 'OK')
  assert.equal((await other.visit()).body, text)
}

for (const [kind, flood] of Object.entries(floods)) {
  test(`disk exhaustion: a build that takes all ${kind} of the disk is killed, and others are unaffected`, async () => {
    const hog = await PushedApplication.create(berth, `build-${kind}`)
    await hog.ok('env', 'set', 'CC_PRE_BUILD_HOOK', 'node flood.js')
    const program = `const fs = require('node:fs')
      let calls = 0
      ${flooding(flood, '.')}`
    const { state, uuid } = await hog.deploy({
      ...webServer('never'),
      ...helpers,
      'flood.js': program,
    })
    const log = (await hog.log(uuid)).join('\n')
    assert.equal(state, 'FAIL', log)
    assert.match(log, /disk of the platform is nearly full/)
    await othersGoOn(`after a build took all ${kind}`)
  })

  test(`disk exhaustion: an instance that takes all ${kind} of the disk is killed, and others are unaffected`, async () => {
    const hog = await PushedApplication.create(berth, `instance-${kind}`)
    const server = `const fs = require('node:fs')
      let calls = 0
      require('node:http').createServer((request, response) => {
        if (request.url === '/flood') { ${flooding(flood, '/tmp')} }
        response.end('still here')
      }).listen(8080, '0.0.0.0')`
    const files = { ...webServer(''), ...helpers, 'server.js': server }
    assert.equal((await hog.deploy(files)).state, 'OK')
    await hog.visit('/flood').catch(() => {})
    // That line may be among those that a full disk does not keep; there is room only once the instance has been killed.
    await hog.logged(/disk of the platform is nearly full|lost here: the disk was full/)
    await othersGoOn(`after an instance took all ${kind}`)
  })
}

test('disk exhaustion: requests to other applications never failed', async () => {
  const { failures } = (await visitors?.stop()) ?? assert.fail()
  assert.deepEqual(failures, [])
})
