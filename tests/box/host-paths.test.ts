import assert from 'node:assert/strict'
import { basename, dirname } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** A tenant searches everything it can read for the path of the platform's data folder. */
let berth: TestBerth
let application: PushedApplication

before(async () => {
  berth = await TestBerth.lease()
  application = await PushedApplication.create(berth, 'curious')
  await berth.client.environment.replace(application.record, {
    CC_PRE_BUILD_HOOK: 'node search.js build',
    CC_RUN_SUCCEEDED_HOOK: 'node search.js hook',
  })
  const { state } = await application.deploy(files(basename(dirname(berth.data))))
  assert.equal(state, 'OK', (await application.log()).join('\n'))
})
after(() => berth?.[Symbol.asyncDispose]())

/**
 * Prints each file, link and folder of the sandbox whose content, target or name contains the word. The script has the
 * word reversed, so that it does not match itself.
 */
const search = (word: string) => `
const fs = require('node:fs')
const word = [...'${[...word].reverse().join('')}'].reverse().join('')
const where = process.argv[2]
const found = new Set()
let seen = 0
const look = (path) => {
  let entry
  try { entry = fs.lstatSync(path) } catch { return }
  seen++
  try {
    if (entry.isSymbolicLink()) {
      if (fs.readlinkSync(path).includes(word)) found.add(path)
      return
    }
    if (entry.isDirectory()) {
      const names = fs.readdirSync(path)
      if (names.some((name) => name.includes(word))) found.add(path)
      for (const name of names) look(path + '/' + name)
    } else if (entry.isFile() && entry.size < 4e6 && !/pagemap|kpage|kcore|kmsg|\\/mem$|clear_refs/.test(path)) {
      const file = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
      try {
        if (fs.readFileSync(file).includes(word)) found.add(path)
      } finally { fs.closeSync(file) }
    }
  } catch {}
}
for (const root of ['/proc/1', '/proc/' + process.pid, '/proc/sys', '/proc/net', '/etc', '/run', '/home', '/opt', '/tmp', '/var', '/dev', '/sys']) look(root)
for (const name of fs.readdirSync('/proc')) if (!/^\\d+$/.test(name)) look('/proc/' + name)
console.log('SEARCHED ' + JSON.stringify({ where, seen, found: [...found] }))
for (const fd of [0, 1, 2]) console.log('FD ' + where + ' ' + fs.readlinkSync('/proc/1/fd/' + fd))
`

const files = (word: string) => ({
  'package.json': JSON.stringify({ name: 'curious', scripts: { start: 'node server.js' } }),
  'search.js': search(word),
  'server.js': `
    require('node:child_process').execFileSync('node', ['search.js', 'instance'], { stdio: 'inherit' })
    require('node:http').createServer((_, response) => response.end('here')).listen(8080, '0.0.0.0')`,
})

for (const where of ['build', 'instance', 'hook']) {
  test(`${where}: only the mount table names the data folder`, async () => {
    const line = await application.logged(new RegExp(`^SEARCHED {"where":"${where}"`))
    const { seen, found }: { seen: number; found: string[] } = JSON.parse(line.slice(9))
    assert.ok(seen > 1000, `${seen} files were seen`)
    // The kernel shows the source folder of a bind mount: decision 24.
    assert.ok(found.length > 0)
    assert.deepEqual(
      found.filter((path) => !path.endsWith('/mountinfo')),
      [],
    )
    // They follow that line, and may be stored after it.
    const streams = await until(
      async () => {
        const lines = (await application.log()).filter((each) => each.startsWith(`FD ${where} `))
        return lines.length >= 3 && lines
      },
      { timeout: 300_000, what: `the streams of the ${where}` },
    )
    assert.equal(streams.length, 3)
    for (const stream of streams) assert.match(stream, /(\/dev\/null|pipe:\[\d+\])$/)
  })
}
