import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const script = (name: string) => join(import.meta.dirname, name)
let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sbt-scripts-'))
  await program('bin/java', 'printf "%s\\n" "$@"')
})
after(() => rm(folder, { recursive: true, force: true }))

/** A shell script below the test's folder. */
async function program(path: string, text: string, mode = 0o755) {
  const place = join(folder, path)
  await mkdir(dirname(place), { recursive: true })
  await writeFile(place, `#!/bin/sh\n${text}\n`)
  await chmod(place, mode)
}

async function call(name: string, words: string[], environment: Record<string, string> = {}) {
  const env = { PATH: `${folder}/bin:/usr/bin:/bin`, HOME: folder, ...environment }
  const options = { cwd: folder, env, timeout: 300_000 }
  const { stdout, stderr, code } = await run('/bin/sh', [script(name), ...words], options)
    .then((output) => ({ ...output, code: 0 }))
    .catch((error) => error)
  return { lines: stdout.trimEnd().split('\n'), error: stderr, code }
}

test('sbt: options of the JVM go to java, tasks and other options to sbt, in their order', async () => {
  const words = ['clean', '-Da=b c', '--debug', '-J-Xmx1g', 'web/stage', '-Xss8m', 'project x y']
  const { lines } = await call('sbt.sh', words, {
    SBT_OPTS: '-Xmx300m -Dx=y',
    SBT_MEMORY: '-Xmx1m',
  })
  const jar = lines.indexOf('-jar')
  assert.deepEqual(lines.slice(jar + 2), ['clean', '--debug', 'web/stage', 'project x y'])
  assert.deepEqual(lines.slice(jar - 3, jar), ['-Da=b c', '-Xmx1g', '-Xss8m'])
  assert.deepEqual(lines.slice(jar - 6, jar - 3), ['-Xmx1m', '-Xmx300m', '-Dx=y'])
  const collector = ['-XX:+UseParallelGC', '-XX:+ExitOnOutOfMemoryError']
  assert.deepEqual(lines.slice(0, 4), ['-Xss4m', ...collector, '-XX:TieredStopAtLevel=1'])
  assert.ok(lines.includes(`-Dsbt.boot.directory=${folder}/.cache/sbt/boot`))
})

test("sbt: another collector of the owner's is the only one", async () => {
  for (const [words, own] of [
    [[], { SBT_OPTS: '-XX:+UseG1GC' }],
    [['-XX:+UseSerialGC'], {}],
    [[], { JAVA_TOOL_OPTIONS: '-XX:+UseZGC' }],
  ] as const) {
    const { lines } = await call('sbt.sh', [...words], own)
    assert.ok(!lines.includes('-XX:+UseParallelGC'))
  }
})

const say = 'printf "%s\\n" "$0" "$JAVA_OPTS" "$@"'

test('start-staged: the first program by name that is not for Windows starts with the options', async () => {
  await program('target/universal/stage/bin/a.bat', 'exit 9')
  await program('target/universal/stage/bin/other', 'exit 9')
  await program('target/universal/stage/bin/hello', say)
  await mkdir(join(folder, 'target/universal/stage/bin/aa'))
  const words = ['target/universal/stage/bin', '-Da=b c', '-Dhttp.port=8080']
  const own = { JAVA_OPTS: '-Xmx1m', CC_EXTRA_JAVA_ARGS: '-ea' }
  const { lines, code } = await call('start-staged.sh', words, own)
  assert.equal(code, 0)
  assert.deepEqual(lines, [
    'target/universal/stage/bin/hello',
    '-Xmx1m -ea',
    '-Da=b c',
    '-Dhttp.port=8080',
  ])
})

test('start-staged: a named program starts, also one that is not executable', async () => {
  await program('web/target/universal/stage/bin/web', say, 0o644)
  const { lines } = await call('start-staged.sh', ['web/target/universal/stage/bin/web'])
  assert.equal(lines[0], 'web/target/universal/stage/bin/web')
})

test('start-staged: a bad root server path is said with what is there, and where programs are', async () => {
  const { error, code } = await call('start-staged.sh', ['api/target/universal/stage/bin', '-Da=b'])
  assert.equal(code, 127)
  assert.match(error, /^Bad root server path: there is no program to start at api\/target/)
  assert.match(error, /What is there in \.:\n(?:.*\n)*? {2}web\n/)
  assert.match(error, /Programs are in web\/target\/universal\/stage\/bin\./)
  const named = await call('start-staged.sh', ['web/target/universal/stage/bin/wrong'])
  assert.match(named.error, /What is there in web\/target\/universal\/stage\/bin:\n {2}web\n/)
})

test('start-staged: a configuration for Play stands around its own, without the secret on the command line', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's.
  await program('play/bin/hello', 'for word; do echo "$word"; done; cat "${1#*=}"')
  const words = ['--default-secret=a.key', '--secret=b.key', '--default-hosts=c.hosts']
  const included = ['--include=classpath("a.json")', '--include=classpath("a.conf")']
  const own = { APPLICATION_SECRET: 'hunter2', CC_APP_DOMAINS: 'a.example.org .b.example.org *' }
  const { lines } = await call('start-staged.sh', [...words, ...included, 'play/bin', '-Da=b'], own)
  assert.match(lines[0] ?? '', /^-Dconfig\.file=\/.*\/play\.conf$/)
  assert.deepEqual(lines.slice(1), [
    '-Da=b',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is HOCON's.
    'a.key = ${APPLICATION_SECRET}',
    'c.hosts = ["localhost", ".local", "127.0.0.1", "a.example.org", ".b.example.org", "*"]',
    'include classpath("a.json")',
    'include classpath("a.conf")',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is HOCON's.
    'b.key = ${APPLICATION_SECRET}',
  ])
  const usual = await call('start-staged.sh', ['--default-hosts=c.hosts', 'play/bin'], own)
  assert.deepEqual(usual.lines.slice(-3), [
    'include classpath("application.properties")',
    'include classpath("application.json")',
    'include classpath("application.conf")',
  ])
})

test('sbt: settings of the platform are those of all modules, and gone without them', async () => {
  await program('bin/java', 'cat "$HOME/.cache/sbt/global/global.sbt"')
  const setting = 'Compile / doc / sources := Seq.empty'
  const { lines } = await call('sbt.sh', ['stage'], { SBT_GLOBAL_SETTINGS: setting })
  assert.deepEqual(lines, [setting])
  assert.deepEqual((await call('sbt.sh', ['stage'])).lines, [''])
})
