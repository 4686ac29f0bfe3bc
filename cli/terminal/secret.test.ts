import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { askSecret } from './secret.ts'
import type { Terminal } from './terminal.ts'

function terminalWith(chunks: (string | Buffer)[], interactive: boolean) {
  const seen: string[] = []
  const modes: boolean[] = []
  const stdin = Object.assign(Readable.from(chunks.map((chunk) => Buffer.from(chunk as string))), {
    setRawMode: (mode: boolean) => modes.push(mode),
  })
  const terminal: Terminal = {
    out: (text) => void seen.push(text),
    err: (text) => void seen.push(text),
    paint: (_, text) => text,
    openKeyboard: () => undefined,
    stdin,
    interactive,
    env: {},
    folder: '/',
  }
  return { terminal, seen, modes }
}

test('secret prompt: input is not echoed and can be edited', async () => {
  const { terminal, seen, modes } = terminalWith(['wrong\x15pä', 'x\x7fss', '\r'], true)
  assert.equal(await askSecret(terminal, 'Password:'), 'päss')
  assert.deepEqual(seen, ['Password: ', '\n'])
  assert.deepEqual(modes, [true, false])
})

test('secret prompt: a multi-byte character split across chunks is decoded', async () => {
  const bytes = Buffer.from('pä\n')
  const { terminal } = terminalWith([bytes.subarray(0, 2), bytes.subarray(2)], true)
  assert.equal(await askSecret(terminal, 'Password:'), 'pä')
})

test('secret prompt: without a terminal each prompt reads one line of standard input', async () => {
  const { terminal, seen } = terminalWith(['one\r\ntwo'], false)
  assert.equal(await askSecret(terminal, 'Password:'), 'one')
  assert.equal(await askSecret(terminal, 'Code:'), 'two')
  await assert.rejects(askSecret(terminal, 'Another:'), /not on standard input/)
  assert.deepEqual(seen, [])
})

test('secret prompt: Ctrl-C and empty input are refused', async () => {
  const interrupted = terminalWith(['abc\x03'], true)
  await assert.rejects(askSecret(interrupted.terminal, 'Password:'), /Nothing was done/)
  assert.deepEqual(interrupted.modes, [true, false])
  await assert.rejects(
    askSecret(terminalWith(['\n'], true).terminal, 'Password:'),
    /Nothing was typed/,
  )
})
