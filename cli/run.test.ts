import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type } from '#tests/captured-terminal.ts'
import { commands } from './commands.ts'

const place = { folder: '/', env: { XDG_CONFIG_HOME: '/nonexistent' } }
const typed = (words: string) => type(words === '' ? [] : words.split(' '), place)

test('every command has help that shows its usage', async () => {
  for (const { words } of commands)
    for (const line of [`${words} --help`, `help ${words}`]) {
      const { code, out } = await typed(line)
      assert.equal(code, 0, line)
      assert.match(out, new RegExp(`^  berth ${words}( |$)`, 'm'))
    }
})

test('nothing typed, and --help, list the commands', async () => {
  for (const line of ['', '--help', '-h', 'help']) {
    const { code, out } = await typed(line)
    assert.equal(code, 0)
    assert.match(out, /^ {2}cancel-deploy {2}/m)
  }
})

test('the version is that of the checkout', async () => {
  const { out } = await typed('--version')
  assert.match(out, /^\d+\.\d+\.\d+/)
  assert.deepEqual(JSON.parse((await typed('version --format json')).out), { version: out.trim() })
})

const wrong: [line: string, says: RegExp][] = [
  ['deplyo', /no command 'deplyo'\. Did you mean 'berth deploy'\?/],
  ['env sett A B', /'berth env' does not take 'sett'/],
  ['ssh-key add', /Did you mean 'berth ssh-keys add'\?/],
  ['help nothing-like-it', /no command 'nothing-like-it'\.\n/],
  ['--format json', /A command comes before '--format'/],
  ['logs --limmit 3', /Unknown option '--limmit'\. Did you mean '--limit'\?/],
  ['env set A -x', /Unknown option '-x'\. A value that begins with '-' is written after '--'/],
  ['create x', /needs '--type <type>'/],
  ['env set A', /needs <value>/],
  ['status --format xml', /'--format' is one of human, json, not 'xml'/],
  ['deploy --same-commit-policy maybe', /is one of error, ignore, restart, rebuild/],
]
for (const [line, says] of wrong)
  test(`'berth ${line}' is wrong usage`, async () => {
    const { code, out, err } = await typed(line)
    assert.equal(code, 2)
    assert.equal(out, '')
    assert.match(err, says)
    assert.match(err, /^Usage: berth /m)
  })

test('who is not logged in is told how to', async () => {
  const { code, err } = await typed('applications')
  assert.equal(code, 1)
  assert.equal(err, 'You are not logged in. Log in with `berth login --local`, or `berth login`.\n')
})
