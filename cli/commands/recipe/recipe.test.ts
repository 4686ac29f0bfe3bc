import assert from 'node:assert/strict'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { status } from '#tests/support/fake-api.ts'
import { type FakePlatform, startFakePlatform } from '#tests/support/fake-platform.ts'
import { planOffline } from '#wiring/toolchains/plan-offline.ts'
import { offline, type Planner } from './offline.ts'

interface Question {
  type: string
  environment: Record<string, string>
  names: string[]
  files: Record<string, string>
}

async function openFolder(files: string[]): Promise<FakePlatform> {
  const platform = await startFakePlatform()
  await platform.type('login --local')
  for (const name of files) {
    await mkdir(dirname(join(platform.folder, name)), { recursive: true })
    await writeFile(join(platform.folder, name), `the text of ${name}`)
  }
  return platform
}

/** Lets the platform request some files before it answers. */
function answer({ api }: FakePlatform, needs: string[] = []) {
  const questions: Question[] = []
  api.answers.unshift([
    /^POST \/v4\/recipes$/,
    ({ body }) => {
      const question = body as Question
      questions.push(question)
      const missing = needs.filter((name) => !(name in question.files))
      return missing.length > 0
        ? { needs: missing }
        : { recipe: { runtime: 'node' }, lines: ['Recipe:', '  start \u001b[2Jnode'] }
    },
  ])
  return questions
}

test('berth recipe: sends all paths of a plain folder and only the requested files', async () => {
  await using platform = await openFolder(['package.json', 'lib/a.js', 'node_modules/x/y.js'])
  const questions = answer(platform, ['package.json'])
  const { out, code } = await platform.type('recipe .')
  assert.equal(code, 0)
  assert.equal(out, 'Type node, by package.json; --type chooses another.\nRecipe:\n  start node\n')
  const [first, second] = questions
  assert.deepEqual(first?.names.toSorted(), ['lib/a.js', 'package.json'])
  assert.deepEqual([first?.type, first?.environment, first?.files], ['node', {}, {}])
  assert.deepEqual(second?.files, { 'package.json': 'the text of package.json' })
  assert.equal((await platform.type('recipe --format json')).out, '{\n  "runtime": "node"\n}\n')
})

test('berth recipe: in a repository, ignored and deleted files are left out; a symbolic link is sent as its target', async () => {
  await using platform = await openFolder(['package.json', 'gone.js', 'secret.env', 'new.js'])
  const { folder, env } = platform
  await writeFile(join(folder, '.gitignore'), '*.env\n')
  await symlink('../outside', join(folder, 'link'))
  for (const args of [
    ['init', '-q'],
    ['add', 'package.json', 'gone.js', 'link'],
  ])
    await runOrThrow(['git', '-C', folder, ...args], { env })
  await rm(join(folder, 'gone.js'))
  const questions = answer(platform, ['link'])
  assert.equal((await platform.type('recipe')).code, 0)
  assert.deepEqual(questions[0]?.names.toSorted(), ['.gitignore', 'link', 'new.js', 'package.json'])
  assert.deepEqual(questions[1]?.files, { link: '../outside' })
})

test('berth recipe: --env overrides the variables of the application', async () => {
  await using platform = await openFolder(['package.json', 'web/package.json'])
  const questions = answer(platform)
  await platform.type('create --type node my-site')
  await platform.type('env set CC_NODE_BUILD_TOOL pnpm')
  await platform.type('env set NODE_ENV production')
  await platform.type('recipe . --env NODE_ENV=test -e A=b=c --type bun')
  assert.equal(questions[0]?.type, 'bun')
  const { environment } = questions[0] ?? assert.fail()
  assert.deepEqual(environment, { CC_NODE_BUILD_TOOL: 'pnpm', NODE_ENV: 'test', A: 'b=c' })
  await platform.type('recipe web')
  assert.deepEqual(questions[1]?.environment, {}, 'a folder further down is not the application')
  await platform.type('recipe web --app my-site')
  assert.equal(questions[2]?.environment.NODE_ENV, 'production')
})

test('berth recipe: detects the type by the files, in APP_FOLDER if there is one', async () => {
  await using platform = await openFolder(['index.html', 'web/build.sbt', 'web/conf/routes'])
  const questions = answer(platform)
  await platform.type('recipe')
  await platform.type('recipe --env APP_FOLDER=web')
  await platform.type('recipe --type node')
  assert.deepEqual(
    questions.map(({ type }) => type),
    ['static', 'play2', 'node'],
  )
})

test('berth recipe: wrong input is refused in one sentence', async () => {
  await using platform = await openFolder(['package.json'])
  const { api, folder } = platform
  const typed = async (words: string) => {
    const { code, err } = await platform.type(words)
    assert.equal(code, 1)
    return err
  }
  assert.match(await typed('recipe nowhere'), /There is no folder .*nowhere\./)
  assert.match(await typed('recipe --env NAME'), /Invalid --env 'NAME': use NAME=value/)
  api.answers.unshift([
    /^POST \/v4\/recipes$/,
    () => status(400, { code: 'berth.invalid', error: 'There is no start script. Add one.' }),
  ])
  assert.match(await typed('recipe'), /There is no start script\. Add one\./)
  await writeFile(join(folder, 'yarn.lock'), ' '.repeat(4_000_000))
  answer(platform, ['yarn.lock'])
  assert.match(await typed('recipe'), /The files .* are larger than 3\.5 MB \(at yarn\.lock\)/)
  answer(platform, ['a-file-of-yours'])
  assert.match(await typed('recipe'), /asked for files 50 times/)
})

test('berth recipe: without a login no platform is asked, and the runtimes beside the tool answer', async () => {
  await using platform = await startFakePlatform()
  await writeFile(join(platform.folder, 'index.html'), '<h1>Hello</h1>')
  await using _ = beside(async () => planOffline as Planner)
  const { code, out, err } = await platform.type('recipe .')
  assert.equal(code, 0, err)
  assert.match(out, /^No platform is asked.*\nType static, by index\.html/)
  assert.match(out, /Recipe of the static runtime:/)
  await rm(join(platform.folder, 'index.html'))
  const wrong = await platform.type('recipe . --type static')
  assert.equal(wrong.code, 1)
  assert.match(wrong.err, /nothing to serve/)
  assert.match((await platform.type('recipe . --type cobol')).err, /cobol/)
})

test('berth recipe --offline: asks no platform after a login either, and knows no application', async () => {
  await using platform = await openFolder(['index.html'])
  const asked = answer(platform)
  await using _ = beside(async () => planOffline as Planner)
  const { code, out } = await platform.type('recipe . --offline')
  assert.equal(code, 0)
  assert.match(out, /Recipe of the static runtime:/)
  assert.equal(asked.length, 0)
  assert.match((await platform.type('recipe . --offline --app web')).err, /knows no application/)
})

test('berth recipe: the package of the tool alone has no runtimes, and says so', async () => {
  await using platform = await startFakePlatform()
  await writeFile(join(platform.folder, 'index.html'), '')
  await using _ = beside(undefined)
  const { code, err } = await platform.type('recipe .')
  assert.equal(code, 1)
  assert.match(err, /cannot plan without a platform/)
})

/** What the launcher says lies beside the tool. */
function beside(planner: typeof offline.planner) {
  const before = offline.planner
  offline.planner = planner
  return {
    async [Symbol.asyncDispose]() {
      offline.planner = before
    },
  }
}
