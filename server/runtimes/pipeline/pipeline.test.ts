import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { isSystemTool } from '#platform/model/hosting/recipe/system-tools.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { withPipeline } from './pipeline.ts'

/** A minimal type of application. */
const runtime = withPipeline(
  {
    type: 'plain',
    title: 'Plain',
    variables: [],
    plan: async ({ given }): Promise<Recipe> => ({
      runtime: 'plain',
      tools: [{ name: 'node', version: given.get('node') ?? '22.20.0' }],
      dependencies: {
        folder: 'tree',
        install: { title: 'install', command: ['install'] },
        sharedBy: ['list'],
      },
      build: [{ title: 'build', command: ['build'] }],
      start: ['start'],
      environment: {},
      notes: [],
      warnings: [],
    }),
  },
  packagedCatalogue,
)

type Files = Record<string, string | object>
const plan = (environment: Record<string, string>, files: Files = {}) =>
  runtime.recipe(filesSource({ list: '', ...files }), environment)

async function sentence(environment: Record<string, string>, files?: Files): Promise<string> {
  const failure = await plan(environment, files).then(
    () => assert.fail('it was planned'),
    (error: unknown) => error,
  )
  assert.ok(failure instanceof Failure, String(failure))
  return failure.message
}

const shell = (command: string): [string, ...string[]] => ['sh', '-c', command]

test('pipeline: adds nothing by default', async () => {
  const { tools, dependencies, build, start, ...rest } = await plan({})
  assert.deepEqual(rest, { runtime: 'plain', environment: {}, notes: [], warnings: [] })
  assert.deepEqual(dependencies?.sharedBy, ['list'])
  assert.deepEqual([tools.length, build.length, start], [1, 1, ['start']])
})

test('pipeline: hooks become steps, and a pre-build hook prevents sharing of dependencies', async () => {
  const recipe = await plan({
    CC_PRE_BUILD_HOOK: 'one',
    CC_POST_BUILD_HOOK: 'two\nlines',
    CC_PRE_RUN_HOOK: 'three',
    CC_RUN_SUCCEEDED_HOOK: 'four',
    CC_RUN_FAILED_HOOK: 'five',
  })
  assert.deepEqual(recipe.prepare, [
    { title: 'Running CC_PRE_BUILD_HOOK: one', command: shell('one') },
  ])
  assert.equal(recipe.dependencies?.sharedBy, undefined)
  assert.deepEqual(recipe.build.at(-1), {
    title: 'Running CC_POST_BUILD_HOOK: two lines',
    command: shell('two\nlines'),
  })
  assert.deepEqual(recipe.beforeStart?.[0]?.command, shell('three'))
  assert.deepEqual(recipe.epilogue, { succeeded: shell('four'), failed: shell('five') })
  assert.match(recipe.notes.at(-1) ?? '', /because CC_PRE_BUILD_HOOK runs before\.$/)
})

test('pipeline: workers come in numeric order, with one restart policy for all', async () => {
  const { workers } = await plan({
    CC_WORKER_COMMAND_10: 'ten',
    CC_WORKER_COMMAND_2: 'two',
    CC_WORKER_COMMAND: 'first',
    CC_WORKER_COMMAND_X: 'no',
  })
  const policy = { restart: 'on-failure', delay: 1000 }
  assert.deepEqual(
    workers,
    ['first', 'two', 'ten'].map((command) => ({ command: shell(command), ...policy })),
  )
  const other = await plan({
    CC_WORKER_COMMAND: 'x',
    CC_WORKER_RESTART: 'no',
    CC_WORKER_RESTART_DELAY: '0',
  })
  assert.deepEqual(other.workers, [{ command: shell('x'), restart: 'never', delay: 0 }])
})

test("pipeline: crons are read from the platform's folder, and an invalid line is named", async () => {
  const crons = (lines: unknown) => ({ 'berth/cron.json': JSON.stringify(lines) })
  const { crons: planned } = await plan({}, crons(['0 4 * * * $ROOT/a b']))
  assert.deepEqual(planned, [
    {
      schedule: '0 4 * * *',
      command: shell('export ROOT="$PWD"\n$ROOT/a b'),
      where: 'one instance',
    },
  ])
  assert.equal(
    await sentence({}, crons(['0 4 * * * a', 'often b'])),
    'Line 2 of berth/cron.json is "often b": it needs minute, hour, day of the month, month, day of the week and a command.',
  )
  assert.match(await sentence({}, crons([5])), /^Line 1 of berth\/cron\.json must be text/)
  assert.match(await sentence({}, crons({})), /must hold an array/)
  const named = { name: 'clean', schedule: ' 0  3 * * *', command: './clean.sh' }
  const more = { ...named, where: 'every instance', timeout: '10m' }
  const { crons: both } = await plan({}, crons([named, { ...more, name: 'other' }]))
  assert.deepEqual(both?.[0], {
    name: 'clean',
    schedule: '0 3 * * *',
    command: shell('export ROOT="$PWD"\n./clean.sh'),
    where: 'one instance',
  })
  assert.deepEqual([both?.[1]?.where, both?.[1]?.timeout], ['every instance', 600_000])
  for (const [wrong, message] of [
    [{ ...named, schedule: 'often' }, /"schedule" must be one of a crontab/],
    [{ ...named, command: ' ' }, /"command" must be text/],
    [{ ...named, name: '-x' }, /"name" must be at most 60 letters/],
    [{ ...named, where: 'here' }, /"where" must be "one instance" or "every instance"/],
    [{ ...named, timeout: '2d' }, /"timeout" must be a duration from 10s to 24h/],
    [{ ...named, time: 1 }, /has "time", which is none of name, schedule/],
    [null, /must be text of at most/],
  ] as const)
    assert.match(await sentence({}, crons([wrong])), message)
  assert.match(await sentence({}, crons([named, named])), /has the name "clean" twice/)
  assert.equal(
    await sentence({}, { 'clevercloud/cron.json': '[' }),
    'clevercloud/cron.json is not valid JSON at line 1, column 2.',
  )
})

test('pipeline: a task needs a command', async () => {
  assert.equal((await plan({ CC_TASK: 'true', CC_RUN_COMMAND: 'x' })).purpose, 'task')
  assert.equal((await plan({ CC_TASK: 'no' })).purpose, undefined)
  assert.equal(
    await sentence({ CC_TASK: 'true' }),
    'CC_TASK is on, and a task needs CC_RUN_COMMAND: what to run once.',
  )
})

test('pipeline: kept paths stay inside the application', async () => {
  const without = await plan({ CC_IGNORE_FROM_BUILDCACHE: './a/:b/c:' })
  assert.deepEqual(without.kept, { without: ['a', 'b/c'] })
  assert.deepEqual((await plan({ CC_OVERRIDE_BUILDCACHE: 'dist' })).kept, { only: ['dist'] })
  for (const CC_OVERRIDE_BUILDCACHE of ['/etc', '..', 'a:../b', ':', '.']) {
    assert.match(
      await sentence({ CC_OVERRIDE_BUILDCACHE }),
      /^CC_OVERRIDE_BUILDCACHE is ".*", and it must be/,
    )
  }
  assert.match(
    await sentence({ CC_OVERRIDE_BUILDCACHE: 'a', CC_IGNORE_FROM_BUILDCACHE: 'b' }),
    /exclude each other/,
  )
})

const wrong: [string, string, string][] = [
  ['CC_TASK', 'maybe', 'CC_TASK is "maybe", and the valid values are true and false.'],
  [
    'CC_WORKER_RESTART',
    'never',
    'CC_WORKER_RESTART is "never", and the valid values are always, on-failure and no.',
  ],
  [
    'CC_WORKER_RESTART_DELAY',
    '2s',
    'CC_WORKER_RESTART_DELAY is "2s", and it must be a number of seconds from 0 to 86400.',
  ],
  [
    'CC_SSH_PRIVATE_KEY',
    'hunter2',
    'CC_SSH_PRIVATE_KEY cannot be used: it must be a private key that begins with -----BEGIN.',
  ],
  [
    'CC_SSH_PRIVATE_KEY_FILE',
    '../x',
    'CC_SSH_PRIVATE_KEY_FILE is "../x", and it must be the name of a file, such as id_ed25519.',
  ],
  [
    'CC_HEALTH_CHECK_PATH_1',
    'a b',
    'CC_HEALTH_CHECK_PATH_1 is "a b", and it must be a path that can be requested, such as /health.',
  ],
  [
    'CC_HEALTH_CHECK_DEADLINE',
    'soon',
    'CC_HEALTH_CHECK_DEADLINE is "soon", and it must be seconds or a duration such as 90s, at most 30m.',
  ],
  [
    'CC_CACHE_DEPENDENCIES',
    'on',
    'CC_CACHE_DEPENDENCIES is "on", and the valid values are true and false.',
  ],
  [
    'CC_DISABLE_GIT_SUBMODULES',
    'all',
    'CC_DISABLE_GIT_SUBMODULES is "all", and the valid values are true and false.',
  ],
  ['CC_MISE_FILE_PATH', 'no.toml', 'CC_MISE_FILE_PATH is "no.toml", and there is no such file.'],
]

for (const [name, value, expected] of wrong) {
  test(`pipeline: ${name} with ${value} fails before the build`, async () => {
    assert.equal(await sentence({ [name]: value }), expected)
  })
}

test('pipeline: a private key is written to the SSH folder, under the requested name', async () => {
  const CC_SSH_PRIVATE_KEY = '-----BEGIN OPENSSH PRIVATE KEY-----\nx\n-----END'
  const { home } = await plan({ CC_SSH_PRIVATE_KEY, CC_SSH_PRIVATE_KEY_FILE: 'id_rsa' })
  assert.deepEqual(home?.[0], { path: '.ssh/id_rsa', template: '{{CC_SSH_PRIVATE_KEY}}\n' })
  assert.match(home?.[1]?.template ?? '', /IdentityFile \$\{HOME\}\/\.ssh\/id_rsa\n/)
})

test('pipeline: ssh.json names a private key in the repository, which is not read for the recipe', async () => {
  const named = (privateKeyFile: unknown) => ({ 'clevercloud/ssh.json': { privateKeyFile } })
  const key = { 'keys/mine': 'a secret' }
  const recipe = await plan({}, { ...named('./keys/mine'), ...key })
  assert.deepEqual(recipe.copies, [{ path: '.ssh/id_ed25519', copyOf: 'keys/mine' }])
  assert.equal(recipe.home?.[0]?.path, '.ssh/config')
  assert.match(recipe.warnings[0] ?? '', /^The private key "keys\/mine" can be read by whoever/)
  assert.doesNotMatch(JSON.stringify(recipe), /a secret/)

  const CC_SSH_PRIVATE_KEY = '-----BEGIN OPENSSH PRIVATE KEY-----\nx\n-----END'
  const own = await plan({ CC_SSH_PRIVATE_KEY }, { ...named('keys/mine'), ...key })
  assert.deepEqual([own.warnings, own.copies], [[], undefined])

  const APP_FOLDER = 'apps/web'
  const below = { 'apps/web/list': '', 'apps/web/clevercloud/ssh.json': { privateKeyFile: 'mine' } }
  const inFolder = await plan({ APP_FOLDER }, { ...below, 'apps/web/mine': 'x', mine: 'y' })
  assert.deepEqual(inFolder.copies?.[0], { path: '.ssh/id_ed25519', copyOf: 'apps/web/mine' })
  const inMain = await plan({ APP_FOLDER }, { ...below, mine: 'y' })
  assert.deepEqual(inMain.copies?.[0], { path: '.ssh/id_ed25519', copyOf: 'mine' })

  for (const wrong of ['', '../../etc/shadow', 5, null, 'a\nb']) {
    assert.equal(
      await sentence({}, named(wrong)),
      'clevercloud/ssh.json must name a file of the repository, such as {"privateKeyFile": "clevercloud/id_ed25519"}.',
    )
  }
  assert.equal(
    await sentence({}, named('keys/other')),
    'clevercloud/ssh.json names "keys/other", and there is no such file.',
  )
  assert.equal(
    await sentence({}, { 'berth/ssh.json': '{' }),
    'berth/ssh.json is not valid JSON at line 1, column 2.',
  )
})

test('pipeline: submodules and dependency downloads are kept, unless a variable disables that', async () => {
  for (const on of ['true', 'YES', '1']) {
    const recipe = await plan({ CC_DISABLE_GIT_SUBMODULES: on, CC_CACHE_DEPENDENCIES: on })
    assert.equal(recipe.submodules, 'left empty')
    assert.equal(recipe.downloads, undefined)
    assert.deepEqual(recipe.dependencies?.sharedBy, ['list'])
  }
  const recipe = await plan({ CC_DISABLE_GIT_SUBMODULES: 'no', CC_CACHE_DEPENDENCIES: 'false' })
  assert.equal(recipe.submodules, undefined)
  assert.equal(recipe.downloads, 'thrown away')
  assert.equal(recipe.dependencies?.sharedBy, undefined)
  assert.match(recipe.notes.at(-1) ?? '', /because CC_CACHE_DEPENDENCIES is off\.$/)
})

test('pipeline: mise.toml adds tools and fixes versions, for every type of application', async () => {
  const mise =
    '[env]\nA = """\n[tools]\n"""\n[tools]\nnode = "24"\ndeno = { version = "2.9.6" }\nbun = ["1.2.23"]\n'
  const { tools, notes } = await plan({}, { 'mise.toml': mise })
  assert.deepEqual(tools, [
    { name: 'node', version: '24.21.0' },
    { name: 'deno', version: '2.9.6' },
    { name: 'bun', version: '1.2.23' },
  ])
  assert.deepEqual(notes, ['Deno 2.9.6 (mise.toml)', 'Bun 1.2.23 (mise.toml)'])
  assert.equal((await plan({ CC_DISABLE_MISE: 'true' }, { 'mise.toml': mise })).tools.length, 1)
  const elsewhere = { 'config/tools.toml': '[tools]\ndeno = "latest"\n' }
  assert.equal(
    (await plan({ CC_MISE_FILE_PATH: './config/tools.toml' }, elsewhere)).tools.length,
    2,
  )
})

test('pipeline: an application of another type gets the Python of mise.toml', async () => {
  const { tools } = await plan({}, { 'mise.toml': '[tools]\npython = "3.11.4"\n' })
  assert.ok(tools.some(({ name, version }) => name === 'python' && version === '3.11'))
})

test('pipeline: an application has the Debian system of one tool, which takes the place of those that others share', async () => {
  const mise = (lines: string) => ({
    'mise.toml': `[tools]\n${lines}\n`,
    'clevercloud/varnish.vcl': '',
  })
  const { tools } = await plan({ CC_REQUEST_FLOW: 'varnish' }, mise('python = "3.13"'))
  assert.deepEqual(tools.filter(isSystemTool), [{ name: 'python', version: '3.13' }])
  assert.equal(
    await sentence({}, mise('python = "3.13"\nruby = "3.3"')),
    'An application has one Debian system, that of Python or that of Ruby: take Ruby out of mise.toml, or choose the type linux, where mise installs it.',
  )
})

const badMise: [string, string][] = [
  [
    '[tools]\nerlang = "27"\n',
    'mise.toml asks for "erlang", and the tools that can be had are bun, deno, go, node, php, python, ruby, rust, pnpm, yarn, java, maven, ant.',
  ],
  [
    '[tools]\nnode = 24\n',
    'The version of "node" in mise.toml must be text, such as "latest" or "22".',
  ],
  ['[tools\n', 'mise.toml is not valid TOML at line 1, column 7.'],
  ['tools = "x"\n', '"tools" in mise.toml must be a table, such as [tools].'],
  [
    '[tools]\nnode = "twelve"\n',
    '"node" in mise.toml is "twelve", which is not a version of Node: use one such as 24, 22.15.1, ^22 or lts.',
  ],
]

for (const [text, expected] of badMise) {
  test(`pipeline: ${JSON.stringify(text)} fails with a message`, async () => {
    assert.equal(await sentence({}, { 'mise.toml': text }), expected)
  })
}

test('pipeline: a version in mise.toml that does not exist fails, naming the nearest ones', async () => {
  assert.match(
    await sentence({}, { 'mise.toml': '[tools]\ndeno = "2.9.99"\n' }),
    /^There is no Deno for "deno" in mise\.toml "2\.9\.99"; the nearest here is 2\.9\.6\.$/,
  )
})

test('pipeline: with APP_FOLDER every command changes to the folder first, and every path is below it', async () => {
  const files = { 'apps/web/list': '', 'clevercloud/cron.json': ['* * * * * x'], 'mise.toml': '' }
  const recipe = await plan(
    {
      APP_FOLDER: '/apps/web/',
      CC_PRE_RUN_HOOK: 'a',
      CC_POST_BUILD_HOOK: 'b',
      CC_WORKER_COMMAND: 'c',
      CC_RUN_FAILED_HOOK: 'd',
      CC_OVERRIDE_BUILDCACHE: 'dist',
    },
    files,
  )
  const enter = ['sh', '-c', 'cd -- "$1" && shift && exec "$@"', 'sh', 'apps/web']
  const commands = [
    recipe.start,
    recipe.dependencies?.install.command,
    ...[...recipe.build, ...(recipe.beforeStart ?? [])].map(({ command }) => command),
    ...[...(recipe.workers ?? []), ...(recipe.crons ?? [])].map(({ command }) => command),
    recipe.epilogue?.failed,
  ]
  assert.equal(commands.length, 8)
  for (const command of commands) assert.deepEqual(command?.slice(0, 5), enter)
  assert.deepEqual(recipe.dependencies?.sharedBy, ['apps/web/list'])
  assert.deepEqual(recipe.kept, { only: ['apps/web/dist'] })
  assert.equal(recipe.epilogue?.succeeded, undefined)
})
