// biome-ignore-all lint/suspicious/noTemplateCurlyInString: HOCON has them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { readPlayConfiguration } from './play-configuration.ts'
import { createPlay2Runtime, createSbtRuntime } from './sbt-runtime.ts'

const secret = 'hunter2hunter2hunter2hunter2hunter2hunter2'

/** Lines of Play as their own templates were: version, sbt, then what the platform makes of them. */
const lines = [
  ['2.3.10', '0.13.5', '8', 'application.secret', 'trustxforwarded=true'],
  ['2.4.11', '0.13.15', '8', 'play.crypto.secret', 'trustedProxies'],
  ['2.5.19', '0.13.17', '8', 'play.crypto.secret', 'trustedProxies'],
  ['2.6.25', '1.2.8', '8', 'play.http.secret.key', 'trustedProxies'],
  ['2.7.9', '1.3.13', '8', 'play.http.secret.key', 'trustedProxies'],
  ['2.8.22', '1.7.2', '8', 'play.http.secret.key', 'trustedProxies'],
  ['2.9.6', '1.10.11', '17', 'play.http.secret.key', 'trustedProxies'],
  ['3.0.8', '1.10.11', '17', 'play.http.secret.key', 'trustedProxies'],
] as const

interface Project {
  play?: string
  sbt?: string
  conf?: string | undefined
  files?: Record<string, string>
  environment?: Record<string, string>
  type?: 'play2' | 'sbt'
}

function recipeOf({ play = '3.0.8', sbt = '1.10.11', conf, files, environment, type }: Project) {
  const group = play.startsWith('3') ? 'org.playframework' : 'com.typesafe.play'
  const create = type === 'sbt' ? createSbtRuntime : createPlay2Runtime
  const source = filesSource({
    'build.sbt': '',
    'project/build.properties': `sbt.version=${sbt}\n`,
    'project/plugins.sbt': `addSbtPlugin("${group}" % "sbt-plugin" % "${play}")\n`,
    ...(conf === undefined ? {} : { 'conf/application.conf': conf }),
    ...files,
  })
  return create(packagedCatalogue).recipe(source, environment ?? {})
}

const warningsOf = async (project: Project) => (await recipeOf(project)).warnings.join('\n')

/** Nothing to complain about, for every line. */
const goodConf = [
  'application.secret = ${?APPLICATION_SECRET}',
  'play.crypto.secret = ${?APPLICATION_SECRET}',
  'play.http.secret.key = ${?APPLICATION_SECRET}',
  'trustxforwarded = true',
  'play { filters.hosts.allowed = ["."], http.forwarded.trustedProxies = ["0.0.0.0/0"] }',
].join('\n')
const environment = { APPLICATION_SECRET: secret }

for (const [play, sbt, java, key, proxy] of lines) {
  test(`play2: a recipe of Play ${play} with sbt ${sbt} on Java ${java}`, async () => {
    const recipe = await recipeOf({ play, sbt, conf: goodConf, environment })
    assert.equal(recipe.tools[0]?.version, java)
    assert.deepEqual(recipe.build[0]?.command, ['sbt', 'stage'])
    assert.equal(recipe.notes[0], `Play ${play} (project/plugins.sbt)`)
    assert.deepEqual(recipe.warnings, [])
  })

  test(`play2: an empty configuration of Play ${play} is told ${key} and ${proxy}`, async () => {
    const recipe = await recipeOf({ play, sbt, conf: '# empty\n' })
    const warnings = recipe.warnings.join('\n')
    assert.ok(warnings.includes(proxy), warnings)
    if (key === 'play.http.secret.key') {
      assert.deepEqual(recipe.provided, { secret: 'APPLICATION_SECRET', hosts: 'CC_APP_DOMAINS' })
      assert.deepEqual(recipe.start.slice(1, 3), [
        '--default-secret=play.http.secret.key',
        '--default-hosts=play.filters.hosts.allowed',
      ])
      assert.match(
        recipe.notes.join('\n'),
        /Play gets play.http.secret.key from the platform.*none/,
      )
      assert.match(recipe.notes.join('\n'), /Play gets the application's domains as play.filters/)
      return
    }
    assert.equal(recipe.provided, undefined)
    assert.ok(warnings.includes(`Write the line ${key} = \${?APPLICATION_SECRET} there.`), warnings)
    assert.match(warnings, /`berth secret generate`.*`berth env set APPLICATION_SECRET <secret>`/)
    assert.doesNotMatch(warnings, /play.filters/)
  })
}

const key = 'play.http.secret.key'
/** Secrets that Play would not start with, or that the owner has set and nothing reads: the option that passes one. */
for (const [name, conf, own, option, note] of [
  ['a missing secret', 'a = b', {}, '--default-secret', /from the platform.*sets none;/],
  ['the default secret', `${key} = "changeme"`, {}, '--secret', /from the platform.*a default;/],
  ['a blank secret', `${key} = ""`, {}, '--secret', /only a default/],
  [
    'a variable that is read and not set',
    `${key} = changeme\n${key} = \${?APPLICATION_SECRET}`,
    {},
    '--secret',
    /only a default; APPLICATION_SECRET sets another/,
  ],
  ['another one that is not set', `${key} = \${PLAY_SECRET}`, {}, '--secret', /only a default/],
  ['the key of an older line', 'play.crypto.secret = x', {}, '--default-secret', /sets none/],
  [
    'a file of a library',
    'include "library"',
    {},
    '--default-secret',
    /unless a file that it incl/,
  ],
  [
    'a variable that nothing reads',
    'a = b',
    environment,
    '--default-secret',
    /^APPLICATION_SECRET is passed to Play as play.http.secret.key, because .* does not read it$/m,
  ],
  [
    'a variable that nothing reads, beside a secret in the repository',
    `${key} = ${secret}`,
    environment,
    '--secret',
    /^APPLICATION_SECRET is passed to Play/m,
  ],
] as const) {
  test(`play2: ${name} is passed to Play by the platform, which says so`, async () => {
    const { start, provided, notes, warnings } = await recipeOf({ conf, environment: own })
    assert.equal(start[1], `${option}=${key}`)
    assert.equal(provided?.secret, 'APPLICATION_SECRET')
    assert.match(notes.join('\n'), note)
    assert.doesNotMatch([...notes, ...warnings, ...start].join('\n'), /hunter2/)
  })
}

for (const [name, own, expected] of [
  ['a short secret', { APPLICATION_SECRET: 'hunter2' }, /APPLICATION_SECRET has 7 bytes.*wants 32/],
  ['a public secret', { APPLICATION_SECRET: 'changeme' }, /is a default secret, with which/],
] as const) {
  test(`play2: ${name} fails the deployment before the build`, async () => {
    for (const conf of [goodConf, 'a = b']) {
      await assert.rejects(recipeOf({ conf, environment: own }), expected)
    }
    // The platform does not know what another command starts.
    const other = { ...own, CC_RUN_COMMAND: './run' }
    assert.match(await warningsOf({ conf: goodConf, environment: other }), /secret generate/)
  })
}

test('play2: a secret in the repository is used, and warned of without showing it', async () => {
  const { warnings, provided } = await recipeOf({ conf: `${key} = ${secret}` })
  assert.match(warnings.join('\n'), /stands in the repository/)
  assert.doesNotMatch(warnings.join('\n'), /hunter2/)
  assert.equal(provided?.secret, undefined)
})

test('play2: what the platform cannot pass is warned of', async () => {
  for (const own of [
    { CC_RUN_COMMAND: 'target/universal/stage/bin/hello' },
    { JAVA_OPTS: '-Dconfig.resource=application.conf' },
  ]) {
    const { warnings, provided } = await recipeOf({ conf: 'a = b', environment: own })
    assert.equal(provided, undefined)
    assert.match(
      warnings.join('\n'),
      /does not set play.http.secret.key.*hosts.allowed is not set/s,
    )
  }
})

test('play2: the configuration of the platform includes the one that the goal names', async () => {
  const files = { 'conf/prod.conf': 'a = b' }
  for (const [goal, include] of [
    ['-Dconfig.resource=prod.conf', '--include=classpath("prod.conf")'],
    ['-Dconfig.file=./conf/prod.conf -Da=b', '--include=file("./conf/prod.conf")'],
  ] as const) {
    const { start } = await recipeOf({ files, environment: { SBT_DEPLOY_GOAL: goal } })
    assert.ok(start.includes(include), start.join(' '))
    assert.ok(!start.some((word) => word.startsWith('-Dconfig.')), start.join(' '))
  }
  const { start } = await recipeOf({ conf: 'a = b' })
  assert.ok(!start.some((word) => word.startsWith('--include=')), start.join(' '))
})

for (const [name, project] of [
  ['another variable', { conf: `${goodConf}\nplay.http.secret.key=\${PLAY_SECRET}` }],
  ['an option of the JVM', { conf: goodConf.replace(/^play.http.secret.*$/m, ''), option: true }],
  ['a nested key', { conf: `${goodConf}\nplay { http { secret { key = \${PLAY_SECRET} } } }` }],
] as const) {
  test(`play2: a secret from ${name} is fine`, async () => {
    const option = 'option' in project ? { JAVA_OPTS: `-Dplay.http.secret.key=${secret}` } : {}
    const own = { PLAY_SECRET: secret, ...option }
    assert.equal(await warningsOf({ conf: project.conf, environment: own }), '')
  })
}

test('play2: a secret in the goal is warned of, because the log shows the goal', async () => {
  const own = { SBT_DEPLOY_GOAL: `-Dplay.http.secret.key=${secret}` }
  const warnings = await warningsOf({ conf: goodConf, environment: own })
  assert.match(warnings, /^The log shows the option -Dplay.http.secret.key: set APPLICATION_SECRET/)
  assert.doesNotMatch(warnings, /hunter2/)
})

test('play2: a short secret is enough before Play 2.9', async () => {
  const own = { APPLICATION_SECRET: 'hunter2' }
  assert.equal(await warningsOf({ play: '2.8.22', conf: goodConf, environment: own }), '')
})

test('play2: config.resource and config.file name another configuration', async () => {
  const files = { 'conf/prod.conf': `include "application"\n${goodConf}` }
  for (const goal of ['-Dconfig.resource=prod.conf', '-Dconfig.file=./conf/prod.conf']) {
    const own = { ...environment, SBT_DEPLOY_GOAL: goal }
    assert.equal(await warningsOf({ conf: 'a=b', files, environment: own }), '')
  }
  const missing = { SBT_DEPLOY_GOAL: '-Dconfig.resource=other.conf' }
  assert.equal(
    await warningsOf({ conf: goodConf, environment: missing }),
    'conf/other.conf is missing.',
  )
})

test('play2: included files count, and where one is not found nothing is said to be absent', async () => {
  const files = { 'conf/base.conf': goodConf }
  assert.equal(await warningsOf({ conf: 'include "base.conf"', files, environment }), '')
  assert.equal(await warningsOf({ conf: 'include "of-a-library"', environment }), '')
})

test('play2: very many includes list few folders', async () => {
  let lists = 0
  const files = filesSource({ 'conf/application.conf': 'include "a/b"\n'.repeat(10_000) })
  const source = {
    ...files,
    list(folder: string) {
      lists++
      return files.list(folder)
    },
  }
  const options = { folder: '.', properties: new Map(), environment: {} }
  const { isWhole } = await readPlayConfiguration(source, options)
  assert.equal(isWhole, false)
  assert.ok(lists < 100, `${lists} folders`)
})

test('play2: an empty conf folder and a broken configuration are said', async () => {
  assert.equal(await warningsOf({}), 'conf/application.conf is missing.')
  const broken = await warningsOf({ conf: 'a = "b' })
  assert.match(broken, /conf\/application.conf cannot be understood: a string is not closed/)
})

test('play2: a module has its own configuration', async () => {
  const files = { 'web/conf/application.conf': goodConf }
  const own = { ...environment, CC_SBT_TARGET_DIR: 'web' }
  assert.equal(await warningsOf({ files, environment: own }), '')
})

test('play2: hosts that the application has set are left to it, for the platform to compare with its domains', async () => {
  const hosts = (list: string, files = {}) =>
    recipeOf({ conf: `${goodConf}\nplay.filters.hosts.allowed = ${list}`, environment, files })
  const { allowedHosts, provided, warnings } = await hosts('["localhost:9000", ${MY_HOST}]')
  assert.deepEqual(allowedHosts, {
    hosts: ['localhost:9000', '?'],
    origin: 'play.filters.hosts.allowed in conf/application.conf',
  })
  assert.equal(provided, undefined)
  assert.deepEqual(warnings, [])
  // Play does not look at the list.
  const list = '[]\nplay.filters.disabled += "play.filters.hosts.AllowedHostsFilter"'
  assert.equal((await hosts(list)).allowedHosts, undefined)
  assert.equal((await hosts('[]', { 'app/Filters.scala': '' })).allowedHosts, undefined)
})

test('play2: hosts of an application with routes that its filter leaves out are not compared', async () => {
  const hosts = async (more: string, routes: string, file = 'routes') => {
    const conf = `${goodConf}\nplay.filters.hosts.allowed = ["localhost"]\n${more}`
    const recipe = await recipeOf({ conf, environment, files: { [`conf/${file}`]: routes } })
    return { isCompared: recipe.allowedHosts !== undefined, said: recipe.warnings.join('\n') }
  }
  const route = 'GET / controllers.Home.index'
  const tagged = await hosts('', `+anyhost\n${route}`)
  assert.equal(tagged.isCompared, false)
  assert.match(tagged.said, /answers 400 on every route that is not exempt/)
  assert.equal((await hosts('', `+ nocsrf anyhost # both\n${route}`, 'a.routes')).isCompared, false)
  const modifiers = 'play.filters.hosts.routeModifiers'
  const list = `${modifiers}.whiteList = [open]`
  assert.equal((await hosts(list, `+open\n${route}`)).isCompared, false)
  assert.equal((await hosts(list, `+anyhost\n${route}`)).isCompared, true)
  assert.equal((await hosts('', `+nocsrf\n${route}`)).isCompared, true)
  assert.equal((await hosts('', `# +anyhost\n${route}`)).isCompared, true)
  const black = `${modifiers} { whiteList = [], blackList = [external] }`
  assert.equal((await hosts(black, route)).isCompared, false)
  assert.equal((await hosts(`${modifiers}.whiteList = []`, `+anyhost\n${route}`)).isCompared, true)
})

test('play2: hosts are not compared where a list of filters leaves out the one that looks at them', async () => {
  const isCompared = async (filters: string) => {
    const list = `play.filters.hosts.allowed = ["localhost"]\nplay.filters.enabled ${filters}`
    const recipe = await recipeOf({ conf: `${goodConf}\n${list}`, environment })
    return recipe.allowedHosts !== undefined
  }
  assert.equal(await isCompared('= []'), false)
  assert.equal(await isCompared('= ["play.filters.csrf.CSRFFilter"]'), false)
  assert.equal(await isCompared('= ["play.filters.hosts.AllowedHostsFilter"]'), true)
  assert.equal(await isCompared('+= "play.filters.cors.CORSFilter"'), true)
})

test('play2: an unknown version is noted, and the rules of the newest line hold', async () => {
  const files = { 'project/plugins.sbt': 'addSbtPlugin("com.typesafe.play" % "sbt-plugin" % v)' }
  const { notes, tools } = await recipeOf({ files, conf: goodConf })
  assert.match(notes[0] ?? '', /version of Play is unknown.*Play 2.9, by its sbt 1.10.11/)
  assert.equal(tools[0]?.version, '17')
  const none = await recipeOf({ files: { 'project/plugins.sbt': '' }, conf: goodConf })
  assert.match(none.notes[0] ?? '', /does not add its plugin/)
})

for (const [sbt, group, conf, line] of [
  ['0.13.18', 'com.typesafe.play', '', '2.7'],
  ['0.13.18', 'com.typesafe.play', 'play.http.secret.key = x', '2.7'],
  ['0.13.11', 'com.typesafe.play', 'play.crypto.secret = x', '2.5'],
  ['0.13.5', 'com.typesafe.play', 'application.secret = x', '2.3'],
  ['0.13.5', 'play', '', '2.2'],
  ['1.10.11', 'org.playframework', '', '3.0'],
] as const) {
  test(`play2: System.getProperty("play.version") of ${group} with sbt ${sbt} and "${conf}" is planned as Play ${line}`, async () => {
    const plugin = `addSbtPlugin("${group}" % "sbt-plugin" % System.getProperty("play.version"))\n`
    const files = { 'project/plugins.sbt': plugin }
    const planned = await recipeOf({ sbt, files, conf })
    assert.match(planned.notes[0] ?? '', /from the property play.version, which nothing sets/)
    assert.ok(planned.notes[0]?.includes(`is for Play ${line}`), planned.notes[0])
    assert.equal(planned.tools[0]?.version, sbt.startsWith('0.') ? '8' : '17')
    for (const given of [
      { SBT_OPTS: '-Dplay.version=2.4.11' },
      { SBT_DEPLOY_GOAL: '-Dplay.version=2.4.11' },
    ]) {
      const { notes } = await recipeOf({ sbt, files, conf, environment: given })
      assert.equal(notes[0], 'Play 2.4.11 (project/plugins.sbt)')
    }
  })
}

test('sbt: a project without Play has no configuration of it, one with Play has', async () => {
  const files = { 'project/plugins.sbt': '' }
  const { notes, warnings } = await recipeOf({ type: 'sbt', files })
  assert.deepEqual([notes, warnings], [['sbt 1.10.11', 'Java 17 (the default)'], []])
  assert.equal((await recipeOf({ type: 'sbt' })).provided?.secret, 'APPLICATION_SECRET')
})

for (const [sbt, java] of [
  ['0.13.18', '8'],
  ['1.3.13', '11'],
  ['1.5.5', '17'],
  ['1.12.0', '17'],
  ['2.0.0-RC6', '17'],
] as const) {
  test(`sbt: a plain project with sbt ${sbt} is built on Java ${java}`, async () => {
    const recipe = await recipeOf({ type: 'sbt', sbt, files: { 'project/plugins.sbt': '' } })
    assert.equal(recipe.tools[0]?.version, java)
    assert.deepEqual(recipe.warnings, [])
  })
}

for (const [play, sbt, java, expected] of [
  ['3.0.8', '1.5.5', '21', /sbt 1.5.5 is too old for Java 21, on which 1.9.0 and newer run/],
  ['3.0.8', '2.0.0', '11', /sbt 2.0.0 needs Java 17/],
  ['3.0.8', '1.10.11', '8', /Play 3.0 runs on Java 11 to 25: with Java 8 it can fail/],
  ['2.3.10', '0.13.5', '11', /Play 2.3 runs on Java 8: with Java 11/],
  ['2.3.10', '0.12.4', '8', /sbt 0.12.4 is older than any that works here/],
] as const) {
  test(`play2: Play ${play} with sbt ${sbt} on Java ${java} is warned of`, async () => {
    const own = { ...environment, CC_JAVA_VERSION: java }
    assert.match(await warningsOf({ play, sbt, conf: goodConf, environment: own }), expected)
  })
}

test('play2: a JDK that is not to be had is refused with those that are', async () => {
  const own = { CC_JAVA_VERSION: '19' }
  await assert.rejects(
    recipeOf({ environment: own }),
    /no Java for CC_JAVA_VERSION "19".*8, 11, 17/,
  )
})
