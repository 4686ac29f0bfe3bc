import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const script = join(import.meta.dirname, 'start-jar.sh')
let root: string
let app: string

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'berth-start-jar-'))
  await mkdir(join(root, 'bin'))
  const java = join(root, 'bin/java')
  await writeFile(java, '#!/bin/sh\nprintf "%s\\n" "$@"; echo "port $SERVER_PORT"\n')
  await chmod(java, 0o755)
})
after(() => rm(root, { recursive: true, force: true }))
beforeEach(async () => {
  app = await mkdtemp(join(root, 'app-'))
})

const jars = async (...paths: string[]) => {
  for (const path of paths) {
    await mkdir(dirname(join(app, path)), { recursive: true })
    await writeFile(join(app, path), '')
  }
}

async function call(words: string[], environment: Record<string, string> = {}) {
  const env = { PATH: `${root}/bin:/usr/bin:/bin`, PORT: '8080', ...environment }
  const { stdout, stderr, code } = await run('/bin/sh', [script, ...words], { cwd: app, env })
    .then((output) => ({ ...output, code: 0 }))
    .catch((error) => error)
  return { out: stdout.trimEnd().split('\n'), error: stderr as string, code: code as number }
}

test('start-jar: the only jar of a build starts, whatever lies beside it', async () => {
  await jars('target/shop-1.0.jar', 'target/shop-1.0-sources.jar', 'target/original-shop-1.0.jar')
  await jars('build/libs/shop-plain.jar', 'lib/driver.jar')
  assert.deepEqual((await call([])).out, ['-jar', 'target/shop-1.0.jar', 'port'])
})

test('start-jar: options stand before the jar and arguments behind it, and a star in them is no name of files', async () => {
  await jars('a.jar')
  const environment = {
    JAVA_OPTS: '-Xmx1m -Dhosts=*',
    CC_EXTRA_JAVA_ARGS: '-ea',
    CC_JAR_ARGS: 'serve --all=*',
  }
  const { out } = await call([], environment)
  assert.deepEqual(out.slice(0, -1), [
    '-Xmx1m',
    '-Dhosts=*',
    '-ea',
    '-jar',
    'a.jar',
    'serve',
    '--all=*',
  ])
})

test('start-jar: where the port is another one, frameworks are told by their variables', async () => {
  await jars('a.jar')
  assert.ok((await call([], { PORT: '9123', SERVER_PORT: '8080' })).out.includes('port 9123'))
})

test('start-jar: a star in the path stands for a version', async () => {
  await jars('web/target/shop-2.1.jar')
  assert.ok((await call(['--', 'web/target/shop-*.jar'])).out.includes('web/target/shop-2.1.jar'))
})

test('start-jar: a jar that is not there is said with those that are', async () => {
  await jars('web/target/shop.jar')
  const named = await call(['--check', '--', 'target/shop.jar'])
  assert.equal(named.code, 127)
  assert.match(
    named.error,
    /^There is no jar target\/shop\.jar\.\n.*CC_JAR_PATH:\n {2}web\/target\/shop\.jar\n$/,
  )
  const none = await call(['--check'])
  assert.match(
    none.error,
    /^There is no jar to start[\s\S]*CC_JAR_PATH:\n {2}web\/target\/shop\.jar\n$/,
  )
})

test('start-jar: of several jars none is guessed', async () => {
  await jars('target/a.jar', 'target/b.jar')
  const { code, error } = await call(['--check'])
  assert.equal(code, 127)
  assert.match(error, /several jars.*CC_JAR_PATH.*:\n {2}target\/a\.jar\n {2}target\/b\.jar\n$/)
})

test('start-jar: --check starts nothing', async () => {
  await jars('a.jar')
  assert.deepEqual((await call(['--check'])).out, [''])
})
