import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createVault, WrongKeyError } from '#kit/crypto/vault.ts'
import { readRecord, saveRecord } from '#providers/kit/servers/record.ts'
import { openFileLedger } from './file-ledger.ts'
import type { Resource } from './resource.ts'

const secret = 'correct horse battery staple'
const resource: Resource = {
  id: 'redis_1',
  addonId: 'addon_1',
  ownerId: 'orga_1',
  ownerName: 'Ada',
  userId: 'user_1',
  plan: 's',
  options: {},
  callbackUrl: 'https://x.test/',
  logToken: secret,
  message: '',
  state: 'ready',
  suspended: false,
  config: { REDIS_PASSWORD: secret },
}
const vault = createVault(randomBytes(32))

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-ledger-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Text that a copy of the folder would reveal. */
async function textIn(folder: string): Promise<string> {
  const names = await readdir(folder)
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
}

test('file ledger: no file contains a password in plaintext, and only its owner can read it', async (t) => {
  const folder = await openFolder(t)
  const ledger = await openFileLedger(folder, vault)
  await ledger.save(resource)
  assert.doesNotMatch(await textIn(folder), /horse|REDIS_PASSWORD/)
  const [name = ''] = await readdir(folder)
  assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600)
  assert.deepEqual(await (await openFileLedger(folder, vault)).byId('redis_1'), resource)
})

test('file ledger: plaintext files of earlier versions are encrypted on open', async (t) => {
  const folder = await openFolder(t)
  await (await openFileLedger(folder, vault)).save(resource)
  const [name = ''] = await readdir(folder)
  await writeFile(join(folder, name), JSON.stringify(resource))
  await writeFile(join(folder, `${name}.123.1`), JSON.stringify(resource))
  const ledger = await openFileLedger(folder, vault)
  assert.deepEqual(await ledger.byId('redis_1'), resource)
  assert.deepEqual(await readdir(folder), [name])
  assert.doesNotMatch(await textIn(folder), /horse/)
})

test('file ledger: nothing can be decrypted with another key', async (t) => {
  const folder = await openFolder(t)
  await (await openFileLedger(folder, vault)).save(resource)
  await assert.rejects(openFileLedger(folder, createVault(randomBytes(32))), WrongKeyError)
})

test("server record: the administrator's password is encrypted, also one in plaintext", async (t) => {
  const folder = await openFolder(t)
  const limits = { memoryMegabytes: 64, cpus: 1, processes: 8 }
  const record = { port: 1, password: secret, settings: ['x'], limits }
  await saveRecord(folder, record, vault)
  assert.doesNotMatch(await textIn(folder), /horse/)
  await writeFile(join(folder, 'server.json'), JSON.stringify(record))
  assert.deepEqual(await readRecord(folder, vault), record)
  assert.doesNotMatch(await textIn(folder), /horse/)
  assert.deepEqual(await readRecord(folder, vault), record)
})
