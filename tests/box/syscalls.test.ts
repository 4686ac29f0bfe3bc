import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { expectedAnswers, probeScript } from '#tests/support/engine/syscall-probe.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** A tenant tries system calls that kernel exploits start with, in every place where its commands run. */
let berth: TestBerth
before(async () => {
  berth = await TestBerth.lease()
})
after(() => berth?.[Symbol.asyncDispose]())

const perl = '/usr/bin/perl probe.pl'
const page = 'data:text/html,<p id=greeting></p><script>greeting.textContent = 6 * 7</script>'
const browser = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  ...['--user-data-dir=/tmp/browser', '--dump-dom', page],
]

const server = `const { execFile } = require('node:child_process')
const { networkInterfaces } = require('node:os')
const { Worker } = require('node:worker_threads')
const run = (program, ...args) => new Promise((resolve) =>
  execFile(program, args, { timeout: 300_000 }, (error, out, complaints) =>
    resolve(error ? String(error) + complaints : out)))
const paths = {
  '/calls': () => run('/usr/bin/perl', 'probe.pl'),
  '/interfaces': async () => Object.keys(networkInterfaces()).sort().join(' '),
  '/thread': () => new Promise((resolve) =>
    new Worker("require('node:worker_threads').parentPort.postMessage('a thread')", { eval: true })
      .once('message', resolve)),
  '/browser': () => run('/usr/lib/chromium/chromium-headless-shell', ...${JSON.stringify(browser)}),
}
require('node:http').createServer(async (request, response) => {
  response.end(await (paths[request.url] ?? (async () => 'well'))())
}).listen(8080, '0.0.0.0')`

const answersIn = (lines: readonly string[]) => lines.filter((line) => line.startsWith('SYSCALL '))

test('seccomp: blocks the system calls in builds, hooks and instances', async () => {
  const application = await PushedApplication.create(berth, 'calls')
  const hooks = {
    CC_POST_BUILD_HOOK: `echo in the build; ${perl}`,
    CC_PRE_RUN_HOOK: `echo before the start; ${perl}`,
    CC_RUN_SUCCEEDED_HOOK: `echo beside the instance; ${perl}; echo all is tried`,
  }
  await berth.client.environment.replace(application.record, hooks)
  const { state, uuid } = await application.deploy({
    'package.json': JSON.stringify({ name: 'calls', scripts: { start: 'node server.js' } }),
    'server.js': server,
    'probe.pl': `$| = 1;\n${probeScript}`,
  })
  assert.equal(state, 'OK', (await application.log(uuid)).join('\n'))
  await application.logged(/^all is tried$/)
  const log = await application.log()
  const from = (words: string) => answersIn(log.slice(log.indexOf(words) + 1))
  for (const words of ['in the build', 'before the start', 'beside the instance']) {
    assert.deepEqual(from(words).slice(0, expectedAnswers.length), expectedAnswers, words)
  }
  const { body } = await application.visit('/calls')
  assert.deepEqual(answersIn(body.split('\n')), expectedAnswers)

  assert.equal((await application.visit('/interfaces')).body, 'eth0 lo')
  assert.equal((await application.visit('/thread')).body, 'a thread')
  assert.match((await application.visit('/browser')).body, /<p id="greeting">42<\/p>/)
})
