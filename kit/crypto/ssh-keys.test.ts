import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { parsePublicKey, publicKeyFingerprint, publicKeyLine } from './ssh-keys.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-ssh-keys-'))
})
after(() => rm(folder, { recursive: true }))

async function generate(type: string, bits: string): Promise<{ line: string; listed: string }> {
  const path = join(folder, `${type}-${bits}`)
  const comment = 'ann at home'
  await runOrThrow(
    ['ssh-keygen', '-q', '-t', type, '-b', bits, '-N', '', '-C', comment, '-f', path],
    {
      timeout: 300_000,
    },
  )
  const listed = await runOrThrow(['ssh-keygen', '-l', '-f', `${path}.pub`], { timeout: 300_000 })
  return { line: await readFile(`${path}.pub`, 'utf8'), listed }
}

test('SSH keys: endless spaces are parsed in one pass, and a line break does not end a key', () => {
  const blanks = ' '.repeat(15_000)
  assert.equal(parsePublicKey(`ssh-rsa AAAA${blanks}\nx`), undefined)
  assert.equal(parsePublicKey(`ssh-rsa${blanks}AAAA${blanks}x`), undefined)
  const wire = 'AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f'
  assert.equal(parsePublicKey(`ssh-ed25519 \t ${wire} \t ann at  home `)?.comment, 'ann at  home')
  assert.equal(parsePublicKey(`ssh-ed25519 ${wire}`)?.comment, '')
  assert.equal(parsePublicKey(`ssh-ed25519 ${wire} a\nb`), undefined)
})

const usable: [string, string, string][] = [
  ['ed25519', '256', 'ssh-ed25519'],
  ['ecdsa', '256', 'ecdsa-sha2-nistp256'],
  ['ecdsa', '384', 'ecdsa-sha2-nistp384'],
  ['ecdsa', '521', 'ecdsa-sha2-nistp521'],
  ['rsa', '2048', 'ssh-rsa'],
]
for (const [type, bits, name] of usable) {
  test(`SSH keys: a ${name} key is parsed and has the same fingerprint as by ssh-keygen`, async () => {
    const { line, listed } = await generate(type, bits)
    const key = parsePublicKey(line)
    assert.equal(key?.type, name)
    assert.equal(key.comment, 'ann at home')
    assert.equal(key.fingerprint, listed.split(' ')[1])
    assert.equal(publicKeyFingerprint(key.blob), key.fingerprint)
  })
}

test('SSH keys: RSA with 1024 bits is rejected', async () => {
  assert.equal(parsePublicKey((await generate('rsa', '1024')).line), undefined)
})

test('SSH keys: anything but exactly one plain key line is rejected', async () => {
  const { line } = await generate('ed25519', '257')
  const [type = '', encoded = ''] = line.split(' ')
  const truncated = Buffer.from(encoded, 'base64').subarray(0, -1).toString('base64')
  const hostile = [
    '',
    type,
    encoded,
    `command="id" ${line}`,
    `${line}${line}`,
    `${type} ${encoded}=`,
    `${type} ${truncated}`,
    `${type} ${encoded.slice(0, -4)}`,
    `ssh-rsa ${encoded}`,
    `${type} ${encoded} ${'x'.repeat(20_000)}`,
    `${type} ${encoded}\0`,
    `${type} ../../etc`,
  ]
  for (const text of hostile) assert.equal(parsePublicKey(text), undefined, JSON.stringify(text))
})

test('public key line: is what ssh-keygen reads from a private key, and a text that is none is refused', async () => {
  const file = join(folder, 'host')
  await runOrThrow(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', 'x', '-f', file])
  const [type, blob] = (await readFile(`${file}.pub`, 'utf8')).split(' ')
  assert.equal(publicKeyLine(await readFile(file, 'utf8')), `${type} ${blob}`)
  assert.throws(() => publicKeyLine('-----BEGIN PRIVATE KEY-----\nAAAA\n'), /not a private SSH key/)
})
