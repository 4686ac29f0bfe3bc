import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadCommands } from '#cli/commands.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { type } from '#tests/support/captured-terminal.ts'

const timeout = 120_000

/** The script of a shell in a file. */
async function openScript(shell: string) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-completion-'))
  const { code, out } = await type(['completion', shell], { folder, env: { HOME: folder } })
  assert.equal(code, 0)
  const file = join(folder, 'script')
  await writeFile(file, out)
  const run = (command: [string, ...string[]]) =>
    runOrThrow(command, { timeout, env: { PATH: process.env.PATH ?? '', HOME: folder } })
  return { file, folder, run, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

/** What is typed, and all that is proposed for the last word, in the order of the alphabet. */
const cases: readonly [typed: string, proposed: readonly string[]][] = [
  ['berth sec', ['second-factor', 'secret']],
  ['berth env im', ['import', 'import-vars']],
  ['berth addon providers ', ['list', 'show']],
  ['berth help comp', ['completion']],
  ['berth --format json rename --al', ['--alias', '--allow-duplicate']],
  ['berth status --format ', ['human', 'json']],
  ['berth deploy --same-commit-policy re', ['rebuild', 'restart']],
  ['berth members role ada@example.test a', ['accounting', 'admin']],
  ['berth config set st', ['sticky-sessions']],
  ['berth config set name ', []],
  ['berth env --org acme se', []],
  ['berth curl -', []],
]

/** Calls the function of the script for each line, as readline does. */
const bashDriver = `
source "$1"
shift
for line; do
  IFS=' ' read -ra COMP_WORDS <<<"$line"
  [[ $line == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
  _berth
  printf '%s\\n' "\${COMPREPLY[@]}" ---
done
`

/** What bash proposes for the last word of each line. */
async function proposedByBash(lines: readonly string[]): Promise<string[][]> {
  await using script = await openScript('bash')
  const command = ['bash', '--norc', '-c', bashDriver, 'bash', script.file] as const
  return wordsOf(await script.run([...command, ...lines]))
}

/** Words before each `---`, in the order of the alphabet. */
const wordsOf = (out: string): string[][] =>
  out
    .split('---\n')
    .slice(0, -1)
    .map((answer) => answer.split('\n').filter(Boolean).toSorted())

test('completion in bash: proposes commands, options and their values', async () => {
  const proposed = await proposedByBash(cases.map(([typed]) => typed))
  assert.deepEqual(
    cases.map(([typed], place) => [typed, proposed[place]]),
    cases,
  )
})

test('completion in bash: every command is proposed word by word', async () => {
  const names = (await loadCommands()).map(({ words }) => words)
  const proposed = await proposedByBash(names.map((words) => `berth ${words}`))
  const missing = names.filter((words, place) => {
    const last = words.split(' ').at(-1) ?? ''
    return !proposed[place]?.includes(last)
  })
  assert.deepEqual(missing, [])
})

test('completion in fish: proposes commands, options and their values, with their meaning', async () => {
  await using script = await openScript('fish')
  const lines = ['source $argv[1]', 'for line in $argv[2..-1]; complete -C $line; echo ---; end']
  const command = ['fish', '--no-config', '-c', lines.join('\n'), script.file] as const
  const out = await script.run([...command, ...cases.map(([typed]) => typed)])
  const words = out.replaceAll(/\t.*/g, '')
  assert.deepEqual(
    cases.map(([typed], place) => [typed, wordsOf(words)[place]]),
    cases,
  )
  assert.match(out, /^secret\tgenerate$/m)
})

test('completion in zsh: the completion system finishes what is typed', async () => {
  await using script = await openScript('zsh')
  await writeFile(join(script.folder, 'driver'), zshDriver)
  const finished: readonly [typed: string, line: string][] = [
    ['berth mem', 'berth members '],
    ['berth addon prov', 'berth addon providers '],
    ['berth --format json applic', 'berth --format json applications '],
    ['berth status --form', 'berth status --format '],
    ['berth status --format=j', 'berth status --format=json '],
    ['berth config set st', 'berth config set sticky-sessions '],
    ['berth recipe /et', 'berth recipe /etc/'],
  ]
  const typed = finished.map(([text]) => text)
  const driver = join(script.folder, 'driver')
  const out = await script.run(['zsh', '-f', driver, script.file, script.folder, ...typed])
  assert.deepEqual(
    out.split('\n').filter(Boolean),
    finished.map(([, line]) => `[${line}]`),
  )
})

/** Types each line and a tab in an interactive zsh on a pseudo-terminal; a widget writes what the line has become to a file. */
const zshDriver = `
zmodload zsh/zpty
script=$1 folder=$2
shift 2
zpty shell zsh -f -i
settled() { until [[ -e $folder/$1 ]]; do zpty -r -t shell line; sleep 0.05; done }
zpty -w shell "autoload -Uz compinit; compinit -u -D; source \${(q)script}; \
show-line() { print -r -- \\"[\\$BUFFER]\\" > $folder/new; mv $folder/new $folder/\\$HISTNO-\\$((++shown)); BUFFER='' }; \
zle -N show-line; bindkey '^X' show-line; shown=0; : > $folder/ready"
settled ready
integer count=0
for line; do
  zpty -n -w shell "$line"$'\\t'$'\\x18'
  (( ++count ))
  until found=($folder/*-$count(N)) && (( \${#found} )); do zpty -r -t shell noise; sleep 0.05; done
  cat $found[1]
done
zpty -d shell
`

test('berth completion: an unknown shell is a usage error', async () => {
  const { code, err } = await type(['completion', 'fisch'], { folder: '/', env: {} })
  assert.deepEqual([code, /Unknown shell 'fisch': did you mean 'fish'\?/.test(err)], [2, true])
})
