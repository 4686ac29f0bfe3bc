import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { createOutput } from '#cli/terminal/output.ts'
import { listExamples } from '#tests/examples.ts'
import { capturedTerminal } from '#tests/support/captured-terminal.ts'
import { chooseType, typesOf } from './detect-type.ts'

for (const { name, type, folder, environment } of await listExamples())
  test(`examples/${name}: its type is detected by its files`, async () => {
    const detected = await typesOf(join(folder, environment.APP_FOLDER ?? ''))
    assert.deepEqual(
      detected.map((each) => each.type),
      [type],
    )
  })

/** A temporary folder with these files. */
async function folderOf(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-detect-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

const two = { 'requirements.txt': '', 'package.json': '{"scripts":{"start":"x"}}' }

async function choose(folder: string, typed?: { stdin: string }) {
  const interactive = typed !== undefined
  const { terminal, typed: written } = capturedTerminal({ folder, env: {}, interactive, ...typed })
  const type = await chooseType(terminal, createOutput(terminal, 'human'), folder, undefined)
  return { type, ...written }
}

test('application type: the one that fits is taken, with the file that says so', async () => {
  await using project = await folderOf({ 'uv.lock': '' })
  const { type, out } = await choose(project.folder)
  assert.equal(type, 'python')
  assert.match(out, /^Type python, by uv\.lock; --type chooses another\.$/m)
})

test('application type: where two fit a person is asked, by number or name', async () => {
  await using project = await folderOf(two)
  const { type, err } = await choose(project.folder, { stdin: '2\n' })
  assert.equal(type, 'node')
  assert.match(err, /1 {2}python \(requirements\.txt\)\n {2}2 {2}node \(package\.json\)\n/)
  assert.equal((await choose(project.folder, { stdin: 'python\n' })).type, 'python')
  await assert.rejects(choose(project.folder, { stdin: 'ruby\n' }), /Nothing was done/)
  await assert.rejects(choose(project.folder, { stdin: '' }), /Nothing was done/)
})

test('application type: where two fit a script is refused, with both', async () => {
  await using project = await folderOf(two)
  await assert.rejects(choose(project.folder), {
    message: /fit several types: python \(requirements\.txt\), node \(package\.json\)/,
    hint: 'Pass --type, such as --type python.',
  })
})

test('application type: without one, the refusal names the folder below that has an application', async () => {
  await using project = await folderOf({ 'a/x': '', 'web/package.json': '{}' })
  await assert.rejects(choose(project.folder), {
    hint: /^web\/package\.json does: pass --type node, and set APP_FOLDER to web/,
  })
  await using empty = await folderOf({ 'a/x': '' })
  await assert.rejects(choose(empty.folder), { hint: 'Pass --type, such as --type node.' })
})
