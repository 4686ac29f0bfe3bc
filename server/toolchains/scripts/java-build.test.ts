import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const script = join(import.meta.dirname, 'java-build.sh')
let root: string
let app: string

/** Says its name, its options and its words. */
const program = (name: string, options: string) =>
  `#!/bin/sh\necho "${name}"; echo "options $${options}"; echo "agent $JAVA_TOOL_OPTIONS"; printf "%s\\n" "$@"\n`

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'berth-java-build-'))
  await mkdir(join(root, 'bin'))
  for (const [name, options] of [
    ['mvn', 'MAVEN_OPTS'],
    ['ant', 'ANT_OPTS'],
  ] as const) {
    await writeFile(join(root, 'bin', name), program(name, options))
    await chmod(join(root, 'bin', name), 0o755)
  }
})
after(() => rm(root, { recursive: true, force: true }))
beforeEach(async () => {
  app = await mkdtemp(join(root, 'app-'))
})

async function call(words: string[], environment: Record<string, string> = {}) {
  const env = {
    PATH: `${root}/bin:/usr/bin:/bin`,
    HOME: root,
    PORT: '8080',
    JAVA_BUILD_CACHE: join(app, 'cache'),
    ...environment,
  }
  const { stdout } = await run('/bin/sh', [script, ...words], { cwd: app, env })
  const [name, options = '', agent, ...rest] = stdout.trimEnd().split('\n')
  return { name, options: options.split(' '), agent, words: rest }
}

const settings = (path: string) => readFile(join(app, path), 'utf8')

test('java-build: Maven gets its words behind the settings of the platform, whatever they look like', async () => {
  const { name, words } = await call(['maven', '--', '--kept', 'package', '-Dx=* y'])
  assert.equal(name, 'mvn')
  assert.deepEqual(words, [
    ...['--batch-mode', '--global-settings', join(app, 'cache/maven/platform.xml')],
    ...['--kept', 'package', '-Dx=* y'],
  ])
})

test('java-build: the mirror of the operator and the proxies of the machine are in the settings of Maven', async () => {
  await call(['maven', '--', 'package'], {
    MAVEN_MIRROR: 'http://maven.example.org/all/?a&b',
    JAVA_PROXIES:
      '-Dhttps.proxyHost=proxy.example.org -Dhttps.proxyPort=3128 -Dhttp.nonProxyHosts=a|b',
  })
  const text = await settings('cache/maven/platform.xml')
  assert.match(
    text,
    /<mirrorOf>central<\/mirrorOf><url>http:\/\/maven\.example\.org\/all\/\?a&amp;b</,
  )
  assert.match(
    text,
    /<protocol>https<.*<host>proxy\.example\.org<.*<port>3128<.*<nonProxyHosts>a\|b</,
  )
  assert.doesNotMatch(text, /<protocol>http</)
  await call(['maven', '--', 'package'])
  assert.doesNotMatch(await settings('cache/maven/platform.xml'), /example\.org/)
})

test('java-build: options of the owner come last, and a collector of theirs is the only one', async () => {
  const memory = { JAVA_BUILD_MEMORY: '-XX:MaxHeapSize=300m' }
  const usual = await call(['maven', '--', 'package'], memory)
  assert.ok(usual.options.includes('-XX:+UseSerialGC'))
  const own = await call(['maven', '--', 'package'], {
    ...memory,
    MAVEN_OPTS: '-Xmx1g -XX:+UseG1GC',
  })
  assert.ok(!own.options.includes('-XX:+UseSerialGC'))
  assert.ok(own.options.indexOf('-Xmx1g') > own.options.indexOf('-XX:MaxHeapSize=300m'))
  const ant = await call(['ant', '--', 'jar'], { ...memory, ANT_OPTS: '-Da=b' })
  assert.deepEqual([ant.name, ant.options.at(-1), ant.words], ['ant', '-Da=b', ['-noinput', 'jar']])
})

test('java-build: the wrapper of the repository runs in the place of Maven, and downloads from the mirror', async () => {
  await writeFile(
    join(app, 'mvnw'),
    'echo wrapper; echo; echo; echo "$MVNW_REPOURL"; echo "$MAVEN_USER_HOME"',
  )
  const mirror = { MAVEN_MIRROR: 'https://maven.example.org/all/' }
  const { name, words } = await call(['maven', '--wrapper', '--', 'package'], mirror)
  assert.equal(name, 'wrapper')
  assert.deepEqual(words, ['https://maven.example.org/all', join(app, 'cache/maven')])
})

test('java-build: a goal that forks leaves the memory of the instance to the application', async () => {
  const environment = { JAVA_OPTS: '-XX:MaxHeapSize=700m', JAVA_TOOL_OPTIONS: '-Da=b' }
  const start = ['maven', '--kept', '--start', '--']
  const forked = await call([...start, 'spring-boot:run'], environment)
  assert.ok(forked.options.includes('-XX:MaxHeapSize=128m'))
  assert.match(forked.agent ?? '', /^agent -XX:MaxHeapSize=700m +-Da=b$/)
  assert.ok(forked.options.includes('-XX:+UseSerialGC'))
  // The tool reads the options of the application too, and a JVM with two collectors does not start.
  const own = await call([...start, 'spring-boot:run'], { JAVA_OPTS: '-XX:+UseZGC' })
  assert.ok(!own.options.includes('-XX:+UseSerialGC'))
  const inside = await call([...start, 'exec:java'], environment)
  assert.ok(inside.options.includes('-XX:MaxHeapSize=700m'))
  assert.equal(inside.agent, 'agent -Da=b')
})

test('java-build: a start takes what the build has kept in the folder of the application', async () => {
  await call(['maven', '--kept', '--', 'package'], { MAVEN_MIRROR: 'https://maven.example.org/' })
  await call(['maven', '--kept', '--start', '--', 'spring-boot:run'])
  assert.match(await settings('.maven-home/platform.xml'), /maven\.example\.org/)
  assert.match(await settings('.maven-home/platform.xml'), /\.maven-home\/repository/)
})

test('java-build: Gradle is the wrapper, with its home in the cache and Maven Central as the operator has it', async () => {
  const wrapper =
    'echo gradle; echo "options $GRADLE_OPTS"; echo; echo "$GRADLE_USER_HOME"; for word; do echo "$word"; done'
  await writeFile(join(app, 'gradlew'), wrapper)
  const environment = { MAVEN_MIRROR: 'https://maven.example.org/', GRADLE_OPTS: '-Da=b' }
  const { name, options, words } = await call(
    ['gradle', '--wrapper', '--', 'assemble'],
    environment,
  )
  assert.equal(name, 'gradle')
  assert.equal(options.at(-1), '-Da=b')
  const home = join(app, 'cache/gradle')
  assert.deepEqual(words.slice(0, 5), [
    home,
    '--no-daemon',
    '--console=plain',
    '--init-script',
    `${home}/platform.gradle`,
  ])
  assert.match(words[5] ?? '', /^-Dorg\.gradle\.jvmargs=.*-Da=b$/)
  assert.deepEqual(words.slice(6), ['assemble'])
  assert.match(await settings('cache/gradle/platform.gradle'), /repository\.url = mirror/)
})

test('java-build: options of gradle.properties are left alone, and a start leaves the memory to the application', async () => {
  await writeFile(
    join(app, 'gradlew'),
    'echo gradle; echo "options $GRADLE_OPTS"; echo "agent $JAVA_TOOL_OPTIONS"; for word; do echo "$word"; done',
  )
  await writeFile(join(app, 'gradle.properties'), 'org.gradle.jvmargs=-Xmx1g\n')
  const { options, agent, words } = await call(
    ['gradle', '--wrapper', '--kept', '--start', '--', 'bootRun'],
    { JAVA_OPTS: '-Xmx700m' },
  )
  assert.ok(!words.some((word) => word.startsWith('-Dorg.gradle.jvmargs')))
  assert.ok(options.includes('-XX:MaxHeapSize=128m'))
  assert.match(agent ?? '', /-Xmx700m/)
})
