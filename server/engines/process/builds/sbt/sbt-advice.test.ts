import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviser } from '#engines/process/builds/advice.ts'

const adviceOn = (lines: readonly string[], code = 1) => {
  const { hear, advice } = adviser({ isInstall: false, environment: {} })
  lines.forEach(hear)
  return advice({ code })
}

for (const [line, expected] of [
  [
    '[error] sbt.ResolveException: unresolved dependency: com.typesafe.play#sbt-plugin;2.3.0: not found',
    /does not find a plugin.*project\/plugins.sbt.*-Dplay.version=<version>/,
  ],
  [
    '[error]   Error downloading com.typesafe.play:sbt-plugin;sbtVersion=1.0;scalaVersion=2.12:2.8.8',
    /does not find a plugin/,
  ],
  [
    '[error] sbt.librarymanagement.ResolveException: Error downloading com.typesafe.sbt:sbt-twirl;sbtVersion=1.0;scalaVersion=2.12:1.5.1',
    /does not find a plugin/,
  ],
  [
    '[error]   Error downloading org.playframework:sbt-plugin_2.12_1.0:9.9.9',
    /does not find a plugin/,
  ],
  ['[error]   Error downloading org.example:nothing_2.13:1.0', /does not find a library/],
  [
    '[error] download error: Caught java.net.UnknownHostException (maven.example.org) while downloading x',
    /Maven repository does not answer/,
  ],
  ['[error] Not a valid command: stage (similar: start)', /no task stage.*native-packager/],
  ['[error] Not a valid key: stage (similar: state)', /no task stage/],
  [
    '[warn] In the last 10 seconds, 7.225 (74.8%) were spent in GC. [Heap: 0.01GB free of 0.04GB]',
    /looking for free memory.*buildFlavor/,
  ],
  ['java.lang.OutOfMemoryError: Java heap space', /needs more memory than it may use.*buildFlavor/],
  [
    '[error] java.lang.UnsupportedClassVersionError: x has been compiled by a more recent version',
    /newer Java: choose one with CC_JAVA_VERSION/,
  ],
  [
    "[error] error while loading String, class file '/modules/java.base/java/lang/String.class' is broken",
    /too old for this Java/,
  ],
] as const) {
  test(`build advice: ${line.slice(0, 70)}`, () => {
    assert.match(adviceOn([line]).join('\n'), expected)
  })
}

test('build advice: a missing plugin is not taken for a library', () => {
  const line =
    '[error]   Error downloading com.typesafe.play:sbt-plugin;sbtVersion=1.0;scalaVersion=2.12:9.9'
  assert.doesNotMatch(adviceOn([line]).join('\n'), /library/)
})

test('build advice: the first errors of sbt are carried, without what frames them', () => {
  const advice = adviceOn([
    '[info] compiling 3 Scala sources to /home/app/x/target ...',
    '[error] /home/app/x/app/controllers/Home.scala:5:3: not found: value Okay',
    '[error]   Okay("hello")',
    '[error]   ^',
    '[error] ',
    '[error] \tat sbt.internal.X.run(X.scala:1)',
    '[error] stack trace is suppressed; run last Compile / compile for the full output',
    '[error] one error found',
    '[error] (Compile / compileIncremental) Compilation failed',
    '[error] Total time: 3 s, completed',
  ])
  assert.deepEqual(advice, [
    'The first errors:',
    '  /home/app/x/app/controllers/Home.scala:5:3: not found: value Okay',
    '    Okay("hello")',
    '  one error found',
  ])
})

test('build advice: errors are bounded in number and length, and shown only after a failure', () => {
  const lines = Array.from({ length: 1000 }, (_, at) => `[error] ${at} ${'x'.repeat(10_000)}`)
  const advice = adviceOn(lines)
  assert.equal(advice.length, 7)
  assert.ok(advice.every((line) => line.length <= 310))
  const { hear, advice: unfinished } = adviser({ isInstall: false, environment: {} })
  lines.forEach(hear)
  assert.deepEqual(unfinished(), [])
})

test('build advice: the kernel having ended it says the same once', () => {
  const { hear, advice } = adviser({ isInstall: false, environment: {} })
  hear('java.lang.OutOfMemoryError: Metaspace')
  assert.equal(advice({ code: 137, cause: 'out of memory' }).length, 1)
})

test('build advice: a JVM that may not have another thread is not told to want memory', () => {
  const advice = adviceOn([
    '# There is insufficient memory for the Java Runtime Environment to continue.',
    '# Cannot create worker GC thread. Out of system resources.',
  ])
  assert.match(advice.join(), /^The build wants more processes and threads/)
  assert.doesNotMatch(advice.join(), /needs more memory/)
})

test('build advice: what was printed refutes the guess that an exit code means a lack of memory', () => {
  assert.match(adviceOn([], 137).join(), /most often means that memory/)
  const known = '[error] Not a valid command: stage (similar: start)'
  assert.doesNotMatch(adviceOn([known], 137).join(), /memory/)
})
