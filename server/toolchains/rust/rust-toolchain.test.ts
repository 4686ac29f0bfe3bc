import assert from 'node:assert/strict'
import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { openRustDist, type SmallRustDist } from '#tests/support/registries/rust-dist.ts'
import { rustDistServer } from './rust-dist.ts'
import { createRustToolchain, type RustToolchainOptions } from './rust-toolchain.ts'

const date = '2026-10-15'
let dist: SmallRustDist
const folders: string[] = []

before(async () => {
  dist = await openRustDist()
  dist.publish({ version: '1.99.1', date, channels: ['1.99.1'] })
  dist.publish({ version: '1.99.2', date, channels: ['1.99.2'], forged: 'manifest' })
  dist.publish({ version: '1.99.3', date, channels: ['1.99.3'], forged: 'package' })
  const channels = ['2026-10-30/nightly']
  dist.publish({ version: '1.101.0-nightly', date: '2026-10-30', channels })
})
after(async () => {
  await dist[Symbol.asyncDispose]()
  for (const folder of folders) {
    await runOrThrow(['chmod', '-R', 'u+w', folder])
    await rm(folder, { recursive: true })
  }
})

async function install(version: string, options: Partial<RustToolchainOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-rust-'))
  folders.push(folder)
  const tool = createRustToolchain({
    folder,
    rustDist: dist.address,
    arch: 'x64',
    sumOf: () => undefined,
    retries: 0,
    ...options,
  })
  return tool({ name: 'rust', version })
}

test('Rust: a release is made of its packages, without their documentation', async () => {
  const place = await install('1.99.1')
  assert.equal(await runOrThrow([join(place, 'bin/rustc')]), '1.99.1\n')
  assert.equal(await runOrThrow([join(place, 'bin/cargo')]), 'cargo\n')
  assert.equal(await readFile(join(place, 'lib/std.rlib'), 'utf8'), 'std')
  assert.deepEqual((await readdir(place)).sort(), ['bin', 'lib'])
})

test('Rust: a nightly is that of its day', async () => {
  const place = await install('nightly-2026-10-30')
  assert.equal(await runOrThrow([join(place, 'bin/rustc')]), '1.101.0-nightly\n')
  await assert.rejects(
    install('nightly-2026-10-31'),
    /Rust nightly-2026-10-31 could not be fetched: the server of Rust does not have it\./,
  )
})

test('Rust: a release with other packages than were known is refused', async () => {
  await assert.rejects(
    install('1.99.1', { sumOf: () => 'a'.repeat(64) }),
    /its packages do not have the known hash/,
  )
})

test('Rust: a manifest and an archive have to be as their hashes say', async () => {
  await assert.rejects(install('1.99.2'), /the manifest .* does not have the hash beside it/)
  await assert.rejects(install('1.99.3'), /the archive of rustc does not have the known hash/)
  await assert.rejects(access(join(folders.at(-1) ?? '', 'rust')))
})

test('Rust: a release without a compiler for the processor is refused', async () => {
  await assert.rejects(
    install('1.99.1', { arch: 'arm64' }),
    /it has no compiler for this processor/,
  )
})

test('Rust: RUSTUP_DIST_SERVER is an address with or without a slash', () => {
  for (const [text, address] of [
    [undefined, 'https://static.rust-lang.org/'],
    ['', 'https://static.rust-lang.org/'],
    ['file:///mirror', 'https://static.rust-lang.org/'],
    ['https://mirror.test/rust', 'https://mirror.test/rust/'],
    ['http://mirror.test/', 'http://mirror.test/'],
  ] as const) {
    assert.equal(rustDistServer(text), address, text)
  }
})
