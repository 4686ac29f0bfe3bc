import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeBuild } from '#kit/build-identity/describe-build.ts'
import { type } from '#tests/support/captured-terminal.ts'
import { commandFiles, loadCommands } from './commands.ts'
import { parse } from './parse.ts'

const commands = await loadCommands()

const place = { folder: '/', env: { XDG_CONFIG_HOME: '/nonexistent' } }
const typed = (words: string) => type(words === '' ? [] : words.split(' '), place)

test('commands: each is found by its own words', async () => {
  for (const { words, load } of commandFiles) assert.equal((await load()).words, words[0])
})

test("help: every command's help shows its usage", async () => {
  for (const { words } of commands)
    for (const line of [`${words} --help`, `help ${words}`]) {
      const { code, out } = await typed(line)
      assert.equal(code, 0, line)
      assert.match(out, new RegExp(`^  berth ${words}( |$)`, 'm'))
    }
})

test('help: no arguments and --help list the commands', async () => {
  for (const line of ['', '--help', '-h', 'help']) {
    const { code, out } = await typed(line)
    assert.equal(code, 0)
    assert.match(out, /^ {2}cancel-deploy {2}/m)
  }
})

test('help: starts with the six first commands, then lists every command by group', async () => {
  const { out } = await typed('--help')
  const [, first = ''] = /\nFirst steps\n((?: {2}.*\n)+)/.exec(out) ?? []
  assert.deepEqual(
    first
      .trim()
      .split('\n')
      .map((line) => /berth ([a-z]+(?: set)?)/.exec(line)?.[1]),
    ['login', 'create', 'deploy', 'open', 'logs', 'env set'],
  )
  assert.ok(out.indexOf('First steps') < out.indexOf('Applications'))
  for (const { words } of commands)
    assert.match(out, new RegExp(`^ {2}${words.split(' ')[0]} {2}`, 'm'), words)
  assert.ok(out.split('\n').length < 120, 'it fits on a screen or two')
  const all = await typed('help all')
  for (const { words } of commands)
    assert.match(all.out, new RegExp(`^ {2}berth ${words} {2}`, 'm'))
})

for (const [line, says] of [
  ['apps', /Unknown command 'apps'\. `berth applications`/],
  ['config:set A=b', /`berth env set NAME=value`/],
  ['ps', /`berth status`/],
  ['exec bash', /`berth run <command>`.*`berth ssh`/],
  ['ps:scale web=2', /`berth scale --instances 2`/],
  ['undo', /`berth rollback`/],
  ['domains', /`berth domain add <name>`/],
] as const)
  test(`berth ${line}: a command of another tool gets a hint`, async () => {
    const { code, err } = await typed(line)
    assert.equal(code, 2)
    assert.match(err, says)
  })

test('hints: every command that a hint names exists', async () => {
  for (const word of [
    'apps',
    'config:set',
    'ps',
    'exec',
    'run:detached',
    'ps:scale',
    'sizes',
    'undo',
    'domains',
    'certs',
    'autoscale',
    'hooks',
    'up',
    'launch',
    'db',
    'auth',
  ]) {
    const { err } = await typed(word)
    for (const [, named = ''] of err.matchAll(/`berth ([a-z-]+)/g))
      assert.ok(
        commands.some(({ words }) => words.split(' ')[0] === named),
        `${word}: ${named}`,
      )
  }
})

test('options: an option before the command applies to it, and an option value is not parsed as a command word', async () => {
  const { code, err } = await typed('--format json applications')
  assert.equal(code, 1)
  assert.equal(JSON.parse(err).error.message, 'You are not logged in.')
  assert.match((await typed('-F json --profile=env status')).err, /^\{"error"/)
  assert.match(
    (await typed('aplications --org env')).err,
    /Unknown command 'aplications'\. Did you/,
  )
  assert.match(
    (await typed('addon --org acme list')).err,
    /come before its options: 'berth addon list'/,
  )
  assert.equal((await typed('--profile env --help')).code, 2)
})

test('errors: one line of JSON with --format json, usage errors included', async () => {
  const { code, out, err } = await typed('status --format json')
  assert.deepEqual([code, out], [1, ''])
  assert.deepEqual(JSON.parse(err), {
    error: {
      message: 'You are not logged in.',
      hint: 'Log in with `berth login --local`, or `berth login`.',
    },
    exitCode: 1,
  })
  for (const line of ['status -F json --what', 'deplyo --format=json', 'env set -Fjson'])
    assert.equal(JSON.parse((await typed(line)).err).exitCode, 2, line)
  assert.doesNotMatch((await typed('env set A -- --format json')).err, /^\{/)
})

test('berth --version: prints version, commit and date of the checkout, also as JSON', async () => {
  const { out } = await typed('--version')
  const build = JSON.parse((await typed('--version --format json')).out)
  assert.deepEqual(Object.keys(build), ['version', 'commit', 'date'])
  assert.equal(out, `berth ${describeBuild(build)}\n`)
  assert.equal((await typed('version')).out, out)
})

const wrong: [line: string, says: RegExp][] = [
  ['deplyo', /Unknown command 'deplyo'\. Did you mean 'berth deploy'\?/],
  ['env sett A B', /Unexpected argument 'sett'\. Did you mean 'berth env set'\?/],
  ['ssh-key add', /Did you mean 'berth ssh-keys add'\?/],
  ['help nothing-like-it', /Unknown command 'nothing-like-it'\.\n/],
  ['--format human', /Missing command before '--format'/],
  ['logs --limmit 3', /Unknown option '--limmit'\. Did you mean '--limit'\?/],
  ['env set A -x', /Unknown option '-x'\. Put a value that begins with '-' after '--'/],
  ['oauth-consumers create x', /Missing option '--base-url <url>'/],
  ['env set A', /Missing value for 'A'/],
  ['status --format xml', /Invalid --format 'xml': use one of human, json/],
  ['deploy --same-commit-policy maybe', /use one of error, ignore, restart, rebuild/],
]
for (const [line, says] of wrong)
  test(`berth ${line}: is a usage error`, async () => {
    const { code, out, err } = await typed(line)
    assert.equal(code, 2)
    assert.equal(out, '')
    assert.match(err, says)
    assert.match(err, /^Usage: berth /m)
  })

test('not logged in: the message says how to log in', async () => {
  const { code, err } = await typed('applications')
  assert.equal(code, 1)
  assert.equal(err, 'You are not logged in. Log in with `berth login --local`, or `berth login`.\n')
})

/** The command lines of berth in an example, which may be in one another: each as the words that a shell makes of it. */
function linesOf(example: string): string[][] {
  const inner = Array.from(example.matchAll(/\(([^()]*)\)/g), ([, line = '']) => line)
  return [example.replaceAll(/\$?\([^()]*\)/g, 'x'), ...inner]
    .map((line) => /(?:^|\s)berth (.*)/.exec(` ${line}`)?.[1]?.split(/ [<>|] /)[0])
    .filter((line) => line !== undefined)
    .map((line) =>
      Array.from(line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g), ([word]) =>
        word.replaceAll(/["']/g, ''),
      ),
    )
}

test('help: every command has an example, and each example is a valid command line', () => {
  const names = commandFiles.flatMap(({ words }) => words).toSorted((a, b) => b.length - a.length)
  for (const { words, examples = [] } of commands) {
    const shown = examples.flatMap((example) =>
      linesOf(example).map((typed) => {
        const name = names.find((one) => `${typed.join(' ')} `.startsWith(`${one} `)) ?? ''
        const file = commandFiles.find((one) => one.words.includes(name))
        const command = commands.find((one) => one.words === file?.words[0])
        assert.ok(command, `${example}: no such command`)
        assert.doesNotThrow(() => parse(command, typed.slice(name.split(' ').length)), example)
        return command.words
      }),
    )
    assert.ok(shown.includes(words), `berth ${words} has no example`)
  }
})
