import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import {
  descriptorsBehind,
  standardDescriptors,
} from '#tests/support/engine/inherited-descriptor.ts'

const pump = join(import.meta.dirname, 'output-pump.pl')

interface Pumped {
  output: Buffer
  errors: string
  code: number | null
}

async function run(options: string[], command: string[]): Promise<Pumped> {
  const child = spawn('perl', [pump, ...options, '--', ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 300_000,
  })
  const [output, errors, [code]] = await Promise.all([
    buffer(child.stdout),
    buffer(child.stderr),
    once(child, 'close'),
  ])
  return { output, errors: errors.toString(), code }
}

const sh = (script: string) => ['/bin/sh', '-c', script]
const notices = (text: string) =>
  [...text.matchAll(/^([\d,]+) lines? \((.*)\) dropped: (.*)$/gm)].map(
    ([, count = '', size = '', why]) => ({
      count: Number(count.replaceAll(',', '')),
      bytes: bytesOf(size),
      why,
    }),
  )
const units = { bytes: 1, KB: 1e3, MB: 1e6 }
const bytesOf = (size: string) => {
  const [number, unit = ''] = size.split(' ')
  return Number(number) * (units[unit as keyof typeof units] ?? Number.NaN)
}

async function withRing(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-ring-'))
  try {
    await body(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const ringText = async (folder: string) => {
  const names = (await readdir(folder)).filter((name) => /^\d+$/.test(name)).sort()
  const files = await Promise.all(names.map((name) => readFile(join(folder, name))))
  return { names, text: Buffer.concat(files).toString() }
}

test('output pump: bytes within the rate limit pass unchanged, on both streams', async () => {
  const bytes = Buffer.from([0, 10, 0xff, 0xc3, 0x28, 27, 91, 109, 13, 10, 0xe2, 0x82])
  const octal = Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
  const { output, errors } = await run([], sh(`printf '${octal}'; printf end >&2`))
  assert.deepEqual(output, Buffer.concat([bytes, Buffer.from('end')]))
  assert.equal(errors, '')
})

test('output pump: of a flood of empty lines the burst passes, and every other line is counted as lost', async () => {
  const total = 3_000_000
  const { output } = await run(['--rate', '50'], sh(`yes '' | head -n ${total}`))
  const text = output.toString()
  const said = notices(text)
  const kept = text.split('\n').filter((line) => line === '').length - 1
  assert.ok(said.length > 0 && said.every(({ why }) => why === 'more than 50 lines per second'))
  assert.equal(kept + said.reduce((sum, { count }) => sum + count, 0), total)
  assert.ok(kept >= 500 && kept < 5000, `${kept} lines passed`)
})

test('output pump: a line without a newline is cut to the byte limit', async () => {
  const { output } = await run(['--rate', '10'], sh('head -c 50000000 /dev/zero; echo; echo last'))
  const said = notices(output.toString())
  assert.ok(said.length > 0 && said.every(({ why }) => why === 'more than 10 KB per second'))
  // On a slow machine some of it passes between two notices.
  const dropped = said.reduce((sum, { bytes }) => sum + bytes, 0)
  assert.ok(dropped >= 49e6 && dropped <= 50.1e6, `${dropped} bytes dropped`)
  assert.ok(output.length >= 100 * 1024 && output.length < 1024 * 1024, `${output.length} bytes`)
})

test('output pump: the last line of a flood and the lines after it pass, after the number of lost lines', async () => {
  const script = `yes flooding | head -n 100000; echo last words; printf 'cut in '; sleep 1.5; echo two; echo after`
  const { output } = await run(['--rate', '20'], sh(script))
  const lines = output.toString().trimEnd().split('\n')
  assert.deepEqual(lines.slice(-3), ['last words', 'cut in two', 'after'])
  assert.ok(lines.slice(0, -3).every((line) => /^(flooding|.*dropped: .*)$/.test(line)))
})

test('output pump: the last lines of a command that exits in a flood are forwarded', async () => {
  const { output } = await run(['--rate', '20'], sh('yes flooding | head -n 100000; printf crash'))
  const text = output.toString()
  assert.match(text, /^[\d,]+ lines .* dropped: .*\n(flooding\n){9}crash$/m)
  const dropped = notices(text).reduce((sum, { count }) => sum + count, 0)
  assert.ok(dropped > 99_000 && dropped < 100_000, `${dropped} lines dropped`)
})

test('output pump: the exit code is that of the command, or 128 plus its signal', async () => {
  const codes = await Promise.all(
    [sh('exit 7'), sh('kill -9 $$'), sh('true'), ['/nonexistent/program']].map(
      async (command) => (await run([], command)).code,
    ),
  )
  assert.deepEqual(codes, [7, 137, 0, 127])
})

test('output pump: a command that comes on standard input is run, and without all of it nothing is', async () => {
  const given = (text: string) => {
    const child = spawn('perl', [pump, '--command', 'stdin', '--'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin.end(text)
    return Promise.all([buffer(child.stdout).then(String), once(child, 'close')])
  }
  const [output, [code]] = await given(['3', ...sh('cat; echo "said"; exit 7'), ''].join('\0'))
  assert.deepEqual([output, code], ['said\n', 7])
  for (const part of ['', '3\0/bin/sh\0-c\0', '3\0/bin/sh\0-c\0echo sa']) {
    assert.deepEqual(await given(part), ['', [125, null]], JSON.stringify(part))
  }
})

test('output pump: a command that has asked for no signal itself ends with the parent of its pump', async () => {
  const start = 'setsid setpriv --pdeathsig USR1 -- perl "$0" --parent $$ -- /bin/sh -c "$1" & wait'
  const parent = spawn('/bin/sh', ['-c', start, pump, 'echo $$; exec sleep 3600'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = Number(await once(parent.stdout, 'data'))
  assert.ok(existsSync(`/proc/${pid}`))
  parent.kill('SIGKILL')
  await until(() => !existsSync(`/proc/${pid}`), { timeout: 300_000, what: 'its end' })
})

test('output pump: nothing is begun for a parent that has ended', async () => {
  const { output, code } = await run(['--parent', '1'], ['echo', 'begun'])
  assert.deepEqual([String(output), code], ['', 125])
})

test('output pump: the ring keeps the newest 16 MB, and the exit code is written after it', () =>
  withRing(async (folder) => {
    const exit = join(folder, 'exit')
    const script = 'yes 0123456789 | head -c 40000000; echo last; exit 5'
    await run(['--rate', '10000000', '--ring', folder, '--exit', exit], sh(script))
    const { names, text } = await ringText(folder)
    assert.equal(await readFile(exit, 'utf8'), '5\n')
    assert.equal(names.length, 16)
    assert.ok(text.endsWith('last\n') && text.length < 21 * 1024 * 1024)
    assert.equal(Number(names[0]) + text.length, 40_000_000 + 'last\n'.length)
  }))

test('output pump: a restarted command continues in the same ring', () =>
  withRing(async (folder) => {
    for (const word of ['one', 'two']) await run(['--ring', folder], ['echo', word])
    assert.deepEqual(await ringText(folder), { names: ['0'.repeat(20)], text: 'one\ntwo\n' })
  }))

test('output pump: a full disk neither ends nor blocks the command', () =>
  withRing(async (folder) => {
    await symlink('/dev/full', join(folder, '0'.repeat(20)))
    const { code, errors } = await run(['--ring', folder], sh('seq 100000; exit 3'))
    assert.deepEqual([code, errors], [3, ''])
  }))

test('output pump: output of a process that the command leaves behind is still read', () =>
  withRing(async (folder) => {
    const [exit, go] = [join(folder, 'exit'), join(folder, 'go')]
    const waiting = `while [ ! -e ${go} ]; do sleep 0.05; done; echo later`
    const running = run(['--ring', folder, '--exit', exit], sh(`(${waiting}) & exit 4`))
    await until(() => existsSync(exit), { timeout: 300_000, what: 'the exit code' })
    assert.equal(await readFile(exit, 'utf8'), '4\n')
    await symlink('/dev/null', go)
    assert.equal((await running).code, 4)
    assert.equal((await ringText(folder)).text, 'later\n')
  }))

test('output pump: a descriptor that the server has inherited is closed', async () => {
  assert.deepEqual(await descriptorsBehind(['perl', pump, '--']), standardDescriptors)
})
