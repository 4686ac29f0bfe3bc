import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { runtimeContract } from '#runtimes/runtime.contract.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { fitsPattern } from './cargo-workspace.ts'
import { createRustRuntime } from './rust-runtime.ts'

const main = 'fn main() {}\n'
const cargo = (more = '') => `[package]\nname = "shop"\nversion = "1.0.0"\n${more}`
const smallest = { 'Cargo.toml': cargo(), 'Cargo.lock': 'version = 4\n', 'src/main.rs': main }

runtimeContract({
  create: () => createRustRuntime(packagedCatalogue),
  smallest,
  readFiles: [
    ...['Cargo.toml', 'Cargo.lock', 'rust-toolchain', 'rust-toolchain.toml', 'mise.toml'],
    'clevercloud/cron.json',
  ],
})

const releases = ['1.88.0', '1.91.0', '1.91.1', '1.99.0', '1.99.1']
const runtime = createRustRuntime({
  ...packagedCatalogue,
  versions: (tool) => (tool === 'rust' ? releases : packagedCatalogue.versions(tool)),
  channels: () => ({ beta: 'beta-2026-10-18', nightly: 'nightly-2026-10-30' }),
})
type Texts = Record<string, string>

const recipeOf = (files: Texts, environment: Texts = {}) =>
  runtime.recipe(filesSource(files), environment)

const failureOf = async (files: Texts, environment: Texts = {}) => {
  const failure = await recipeOf(files, environment).catch((error: unknown) => error)
  assert.ok(failure instanceof Failure, 'there is a recipe')
  return failure.message
}

const buildOf = async (files: Texts, environment: Texts = {}) => {
  const { build, start } = await recipeOf(files, environment)
  return { command: build[0]?.command.join(' '), start: start.join(' ') }
}

const rustOf = async (files: Texts, environment: Texts = {}) => {
  const { tools } = await recipeOf({ ...smallest, ...files }, environment)
  return tools.find(({ name }) => name === 'rust')?.version
}

test('Rust: the only program of the package is built and started', async () => {
  const recipe = await recipeOf(smallest)
  assert.deepEqual(await buildOf(smallest), {
    command: 'rust-build',
    start: './target/release/shop',
  })
  assert.deepEqual(recipe.programs, ['target/release'])
  assert.deepEqual(
    recipe.tools.map(({ name }) => name),
    ['rust', 'gcc', 'rust-build'],
  )
  assert.match(recipe.build.at(-1)?.command.join(' ') ?? '', /required-features.*shop$/)
})

test('Rust: CC_RUSTUP_CHANNEL decides the release, and without it the newest stable one is taken', async () => {
  assert.equal(await rustOf({}), '1.99.1')
  for (const [channel, version] of Object.entries({
    stable: '1.99.1',
    '1.91': '1.91.1',
    '1.91.0': '1.91.0',
    '1.88.0-x86_64-unknown-linux-gnu': '1.88.0',
    beta: 'beta-2026-10-18',
    nightly: 'nightly-2026-10-30',
    'nightly-2026-09-01': 'nightly-2026-09-01',
  })) {
    assert.equal(await rustOf({}, { CC_RUSTUP_CHANNEL: channel }), version, channel)
  }
})

test('Rust: the file of rustup decides before mise.toml, and CC_RUSTUP_CHANNEL before both', async () => {
  const mise = { 'mise.toml': '[tools]\nrust = "1.88"\n' }
  assert.equal(await rustOf(mise), '1.88.0')
  assert.equal(await rustOf({ 'mise.toml': '[tools]\nrust = "nightly"\n' }), 'nightly-2026-10-30')
  const file = { ...mise, 'rust-toolchain.toml': '[toolchain]\nchannel = "1.91"\n' }
  assert.equal(await rustOf(file), '1.91.1')
  assert.equal(await rustOf({ ...file, 'rust-toolchain': '1.99.0\n' }), '1.99.0')
  assert.equal(await rustOf(file, { CC_RUSTUP_CHANNEL: 'stable' }), '1.99.1')
  assert.equal(await rustOf({ 'rust-toolchain.toml': '[toolchain]\n' }), '1.99.1')
})

test('Rust: the file of rustup counts beside the workspace too, for a folder of it', async () => {
  const files = {
    'rust-toolchain.toml': '[toolchain]\nchannel = "1.91"\ntargets = ["wasm32-wasip1"]\n',
    'Cargo.lock': 'version = 4\n',
    'shop/Cargo.toml': cargo(),
    'shop/src/main.rs': main,
  }
  const recipe = await recipeOf(files, { APP_FOLDER: 'shop' })
  assert.equal(recipe.tools[0]?.version, '1.91.1')
  assert.match(recipe.warnings.join(), /targets in rust-toolchain\.toml are not installed/)
})

test('Rust: a release that is not there says which are', async () => {
  assert.equal(
    await failureOf(smallest, { CC_RUSTUP_CHANNEL: '1.91.7' }),
    'There is no Rust for CC_RUSTUP_CHANNEL "1.91.7": those here are stable, beta, nightly, one of a day such as nightly-2026-10-30, and 1.88.0 to 1.99.1, of 1.91 1.91.0 and 1.91.1.',
  )
  const file = { ...smallest, 'rust-toolchain': 'newest\n' }
  assert.match(await failureOf(file), /^rust-toolchain is "newest", which is not a version of Rust/)
})

test('Rust: rust-version of Cargo.toml is the least that builds', async () => {
  const asking = (text: string) => ({ 'Cargo.toml': cargo(`rust-version = "${text}"\n`) })
  assert.equal(await rustOf(asking('1.88')), '1.99.1')
  assert.equal(await rustOf(asking('1.99.1')), '1.99.1')
  assert.match(
    await failureOf({ ...smallest, ...asking('1.100') }),
    /rust-version in Cargo\.toml is "1\.100", and the newest stable Rust here is 1\.99\.1/,
  )
  assert.match(
    await failureOf({ ...smallest, ...asking('1.92') }, { CC_RUSTUP_CHANNEL: '1.91' }),
    /CC_RUSTUP_CHANNEL asks for an older Rust, 1\.91\.1: ask for 1\.92 or newer/,
  )
  assert.equal(
    await rustOf(asking('1.100'), { CC_RUSTUP_CHANNEL: 'nightly' }),
    'nightly-2026-10-30',
  )
})

test('Rust: of several programs CC_RUST_BIN or default-run chooses one', async () => {
  const files = {
    ...smallest,
    'src/bin/import.rs': main,
    'src/bin/report/main.rs': main,
    'src/bin/notes.txt': '',
  }
  assert.equal(
    await failureOf(files),
    'There is more than one program: set CC_RUST_BIN to one of "import", "report", "shop".',
  )
  const asked = await buildOf(files, { CC_RUST_BIN: 'import' })
  assert.deepEqual(asked, { command: 'rust-build', start: './target/release/import' })
  const usual = { ...files, 'Cargo.toml': cargo('default-run = "shop"\n') }
  assert.equal((await buildOf(usual)).start, './target/release/shop')
  assert.equal(
    await failureOf(files, { CC_RUST_BIN: 'other' }),
    'CC_RUST_BIN is "other", and the programs of Cargo.toml are "import", "report", "shop".',
  )
  assert.match(
    await failureOf(files, { CC_RUST_BIN: '../x' }),
    /^CC_RUST_BIN is .*name of a program/,
  )
})

test('Rust: programs are those of [[bin]], and those in the folders of cargo unless autobins is off', async () => {
  const renamed = '[[bin]]\nname = "server"\npath = "src/main.rs"\n'
  assert.equal(
    (await buildOf({ ...smallest, 'Cargo.toml': cargo(renamed) })).start,
    './target/release/server',
  )
  const alone = `autobins = false\n[[bin]]\nname = "server"\npath = "server.rs"\n`
  const files = { ...smallest, 'src/bin/import.rs': main, 'Cargo.toml': cargo(alone) }
  assert.equal((await buildOf(files)).start, './target/release/server')
})

test('Rust: a library cannot be started, and a start of the owner needs no program', async () => {
  const { 'src/main.rs': _, ...rest } = smallest
  const library = { ...rest, 'src/lib.rs': '' }
  assert.match(await failureOf(library), /^Cargo\.toml is of a library.*add src\/main\.rs/)
  assert.match(await failureOf(library, { CC_RUST_BIN: 'x' }), /add src\/bin\/x\.rs/)
  const recipe = await recipeOf(library, { CC_RUN_COMMAND: 'python3 -m http.server 8080' })
  assert.deepEqual(recipe.start, ['sh', '-c', 'python3 -m http.server 8080'])
  assert.equal(recipe.build.length, 1)
})

test('Rust: without Cargo.toml or Cargo.lock it says what to run', async () => {
  const { 'Cargo.lock': _, ...unlocked } = smallest
  assert.match(await failureOf(unlocked), /There is no Cargo\.lock: run cargo generate-lockfile/)
  assert.match(await failureOf({ 'README.md': '' }), /There is no Cargo\.toml: .*APP_FOLDER/)
  assert.match(
    await failureOf({ ...smallest, 'Cargo.toml': '[package' }),
    /Cargo\.toml is not valid TOML at line 1/,
  )
})

const workspace = {
  'Cargo.toml':
    '[workspace]\nmembers = ["crates/*", "tool?", "../out", "gone"]\nexclude = ["crates/old"]\n',
  'Cargo.lock': 'version = 4\n',
  'crates/server/Cargo.toml': cargo().replace('shop', 'server'),
  'crates/server/src/main.rs': main,
  'crates/core/Cargo.toml': cargo().replace('shop', 'core'),
  'crates/core/src/lib.rs': '',
  'crates/old/Cargo.toml': cargo(),
  'crates/old/src/main.rs': main,
  'crates/README.md': '',
}

test('Rust: the only program of a workspace is built, whose members may be patterns', async () => {
  assert.deepEqual(await buildOf(workspace), {
    command: 'rust-build',
    start: './target/release/server',
  })
  const tools = { ...workspace, 'tools/Cargo.toml': cargo(), 'tools/src/main.rs': main }
  assert.match(await failureOf(tools), /set CC_RUST_BIN to one of "server", "shop"/)
})

test('Rust: a program of a member that cargo leaves out by itself is built as that package', async () => {
  const root = { 'src/lib.rs': '', 'Cargo.toml': cargo(workspace['Cargo.toml']) }
  const files = { ...workspace, ...root }
  assert.equal(
    await failureOf(files),
    'cargo build makes no program here, as those are in other members of the workspace: set CC_RUST_BIN to one of "server".',
  )
  assert.deepEqual(await buildOf(files, { CC_RUST_BIN: 'server' }), {
    command: 'rust-build --package=server',
    start: './target/release/server',
  })
  const usual = cargo(`${workspace['Cargo.toml']}default-members = ["crates/server"]\n`)
  assert.equal((await buildOf({ ...files, 'Cargo.toml': usual })).start, './target/release/server')
})

test('Rust: rust-version of a workspace counts for it', async () => {
  const text = `${workspace['Cargo.toml']}[workspace.package]\nrust-version = "1.100"\n`
  assert.match(await failureOf({ ...workspace, 'Cargo.toml': text }), /rust-version .*"1\.100"/)
})

test('Rust: CC_RUST_FEATURES are built, with commas or spaces between them', async () => {
  const { command } = await buildOf(smallest, { CC_RUST_FEATURES: 'postgres, tls core/json' })
  assert.equal(command, 'rust-build --features=postgres,tls,core/json')
  assert.match(
    await failureOf(smallest, { CC_RUST_FEATURES: '--config=x' }),
    /^CC_RUST_FEATURES is .*names of features/,
  )
})

test('Rust: CC_RUN_COMMAND starts it, with the programs on the PATH', async () => {
  const several = { ...smallest, 'src/bin/import.rs': main }
  const recipe = await recipeOf(several, { CC_RUN_COMMAND: 'shop --all' })
  assert.deepEqual(recipe.start, ['sh', '-c', 'shop --all'])
  assert.deepEqual(recipe.programs, ['target/release'])
})

test('Rust: Rocket gets the address and the port in its own variables', async () => {
  const rocket = { ...smallest, 'Cargo.toml': cargo('[dependencies]\nrocket = "0.5"\n') }
  const { environment } = await recipeOf(rocket)
  assert.equal(environment.ROCKET_ADDRESS, '0.0.0.0')
  assert.equal(environment.ROCKET_PORT, '8080')
  assert.equal((await recipeOf(smallest)).environment.ROCKET_PORT, undefined)
})

test('Rust: patterns of members are compared in little time', () => {
  for (const [name, pattern, expected] of [
    ['core', '*', true],
    ['core', 'c?re', true],
    ['core', 'c*e*', true],
    ['core', 'c*d', false],
    ['core', 'core?', false],
    ['a'.repeat(5000), '*a'.repeat(500).concat('b'), false],
  ] as const) {
    assert.equal(fitsPattern(name, pattern), expected, pattern.slice(0, 20))
  }
})
