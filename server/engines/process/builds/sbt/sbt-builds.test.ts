import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { newId } from '#kit/text/ids.ts'
import type { BuildOrder } from '#platform/model/hosting/deployments/engine.ts'
import type { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { ApplicationId, DeploymentId } from '#platform/model/ids.ts'
import { root } from '#tests/laws/source-tree.ts'
import { filesSource } from '#tests/source-files.ts'
import { sampleBuild, sampleRecipe } from '#tests/support/applications/sample-application.ts'
import { type OpenedEngine, openTestEngine } from '#tests/support/engine/process-engine.ts'
import { SharedArtifacts } from '#toolchains/maven/shared/shared-artifacts.ts'

/** Builds with the real launcher of sbt, in the real sandbox; a shell script stands for the JVM, so that each test says what sbt does. */
let folder: string
let server: Server
let prefix: string
let opened: OpenedEngine
let shared: SharedArtifacts
let asked: string[] = []
let builds = 0
let additions = 0
let leases = 0
const problems: string[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-sbt-'))
  await chmod(folder, 0o755)
  for (const name of ['sbt', 'java']) await mkdir(join(folder, name, 'bin'), { recursive: true })
  await copyFile(join(root, 'server/toolchains/sbt/sbt.sh'), join(folder, 'sbt/bin/sbt'))
  await writeFile(join(folder, 'java/bin/java'), '#!/bin/sh\n. ./sbt-does\n')
  for (const name of ['sbt', 'java']) await chmod(join(folder, name, 'bin', name), 0o755)
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/org/a/1/a-1.jar') return response.end('genuine')
    if (request.url === '/org/a/1/a-1.jar.sha1') return response.end(hash('sha1', 'genuine'))
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  prefix = `http/127.0.0.1%3A${port}`
  await mkdir(join(folder, 'artifacts'))
  shared = new SharedArtifacts({
    folder: join(folder, 'artifacts'),
    repositories: async () => [`http://127.0.0.1:${port}/`],
    log: (line) => void problems.push(line),
  })
  opened = await openTestEngine({
    toolchain: async ({ name }) => join(folder, name),
    sharedArtifacts: {
      folder: shared.folder,
      lease() {
        leases++
        return shared.lease()
      },
      add(paths, applicationId) {
        shared.add(paths, applicationId)
        additions++
      },
    },
    sbtRepositories: 'local\nours: https://repository.example.org/',
  })
})
after(async () => {
  await opened?.[Symbol.asyncDispose]()
  await shared?.[Symbol.asyncDispose]()
  server?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Waits until the names of every build that has ended well were seen, and what they lead to is there. */
async function settled(): Promise<void> {
  await until(() => additions >= builds, { timeout: 300_000, what: 'the names of a build' })
  await shared.settle()
}

const newApplication = () => newId('app') as ApplicationId

/** What a build says in which sbt does this, a shell script. */
async function build(script: string, more: Partial<BuildOrder> = {}): Promise<string[]> {
  const lines: string[] = []
  const tools = ['java', 'sbt'].map((name) => ({ name, version: '1' }))
  const command: [string, ...string[]] = ['sbt', 'stage']
  const artifact = await opened.engine.build(
    sampleBuild({
      deploymentId: newId('deployment') as DeploymentId,
      applicationId: newApplication(),
      recipe: { ...sampleRecipe, tools, build: [{ title: 'sbt stage', command }] },
      source: filesSource({ 'sbt-does': script }),
      onLine: (line) => void lines.push(line),
      ...more,
    }),
  )
  builds++
  await opened.engine.discard(artifact)
  return lines
}

test('sbt builds: what one application has in its cache reaches another one only as the repository has it', async () => {
  await build(`
    mkdir -p "$COURSIER_CACHE/${prefix}/org/a/1" "$COURSIER_CACHE/${prefix}/org/b/1" "$COURSIER_CACHE/https/other.example/org/c/1"
    echo poison >"$COURSIER_CACHE/${prefix}/org/a/1/a-1.jar"
    echo poison >"$COURSIER_CACHE/${prefix}/org/b/1/b-1.jar"
    echo poison >"$COURSIER_CACHE/https/other.example/org/c/1/c-1.jar"
    ln -s /etc/passwd "$COURSIER_CACHE/${prefix}/org/a/1/d-1.jar"
    ln -s / "$COURSIER_CACHE/${prefix}/org/e"`)
  await settled()
  const [port] = await readdir(join(folder, 'artifacts/http'))
  assert.deepEqual(await readdir(join(folder, 'artifacts/http', port ?? '', 'org')), ['a'])
  const lines = await build(`
    cat "$COURSIER_CACHE/${prefix}/org/a/1/a-1.jar"; echo
    find "$COURSIER_CACHE" -name .shared -prune -o -name '*.jar' -print | wc -l
    echo poison >"$COURSIER_CACHE/${prefix}/org/a/1/a-1.jar" || :`)
  assert.deepEqual(lines.slice(0, 2), ['genuine', '1'])
  assert.match(lines.slice(2).join(), /Read-only file system|Permission denied/)
  assert.deepEqual(problems, [])
})

test('sbt builds: the folder of shared artifacts is not written, moved or replaced by a link, neither for others nor for the next build', async () => {
  const applicationId = newApplication()
  const jar = `${prefix}/org/a/1/a-1.jar`
  const lines = await build(
    `
    cd "$COURSIER_CACHE"
    echo poison >.shared/${jar} && echo written
    mkdir .shared/http/more && echo added
    mv .shared mine && echo moved
    rm -rf .shared && echo removed
    ln -sfn /tmp .shared/http && echo linked
    cd .. && mv cache old && mkdir -p cache/.shared/${prefix}/org/a/1 && echo poison >cache/.shared/${jar}
    ln -s /tmp cache/http; :`,
    { applicationId },
  )
  assert.doesNotMatch(lines.join('\n'), /^(written|added|moved|removed|linked)$/m)
  for (const one of [applicationId, newApplication()]) {
    const seen = await build(`cat "$COURSIER_CACHE/.shared/${jar}"; echo`, { applicationId: one })
    assert.equal(seen[0], 'genuine')
  }
})

test('sbt builds: a shared artifact is a file of the cache of Coursier, with the checksum that Coursier would compute', async () => {
  const lines = await build(`
    realpath --relative-to="$COURSIER_CACHE" "$COURSIER_CACHE/${prefix}/org/a/1/a-1.jar"
    od -A n -t x1 "$COURSIER_CACHE/${prefix}/org/a/1/.a-1.jar__sha1.computed" | tr -d ' \\n'`)
  assert.deepEqual(lines, [`.shared/${prefix}/org/a/1/a-1.jar`, hash('sha1', 'genuine')])
})

test('sbt builds: a second application that uses what is shared leads to no further request', async () => {
  await settled()
  asked = []
  await build(`cat "$COURSIER_CACHE/${prefix}/org/a/1/a-1.jar"`)
  await settled()
  assert.deepEqual(asked, [])
})

test('sbt builds: an artifact that is shared no longer leaves no broken link behind', async () => {
  const applicationId = newApplication()
  await build('true', { applicationId })
  await settled()
  await rm(join(folder, 'artifacts/http'), { recursive: true })
  const lines = await build(`find "$COURSIER_CACHE" -name '*a-1.jar*'; echo end`, { applicationId })
  assert.deepEqual(lines, ['end'])
})

test('sbt builds: a build keeps what is shared from being removed while it runs', async () => {
  const before = leases
  await build('true')
  assert.equal(leases, before + 1)
})

test('sbt builds: what cannot be kept for the next build does not fail this one', async () => {
  const applicationId = newApplication()
  const lines = await build('mkdir target; touch target/a; chmod 0 target/a', { applicationId })
  assert.equal(lines.at(-1), 'What was compiled could not be kept for the next build.')
  assert.deepEqual(await build('test -e target || echo none', { applicationId }), ['none'])
})

test('sbt builds: what was compiled is there in the next build of the application, unless its folder is gone', async () => {
  const applicationId = newApplication()
  await build(
    `mkdir -p target/classes target/universal/stage project/project/target module/target
     touch target/classes/A.class target/universal/stage/a.jar project/project/target/b module/target/c`,
    { applicationId },
  )
  const compiled = `find . -path '*target/*' -type f | sort`
  const lines = await build(compiled, { applicationId })
  assert.deepEqual(lines, ['./project/project/target/b', './target/classes/A.class'])
  assert.deepEqual(await build(compiled), [], 'another application')
  assert.deepEqual(await build(compiled, { applicationId, withoutCache: true }), [])
})

test('sbt builds: a plugin that does not exist is explained', async () => {
  const plugin = 'com.typesafe.play:sbt-plugin;sbtVersion=1.0;scalaVersion=2.12:2.9.99999'
  const problem = `sbt.librarymanagement.ResolveException: Error downloading ${plugin}`
  const said = ['[info] welcome to sbt 1.10.11', `[error] ${problem}`, '[error]   Not found']
  const lines = said.map((line) => `echo '${line}'`).join('\n')
  await assert.rejects(build(`${lines}\nexit 1`), (failure: Failure) => {
    assert.equal(failure.message, 'sbt stage exited with 1')
    const advice = failure.advice.join('\n')
    assert.ok(advice.includes(problem), advice)
    assert.match(advice, /sbt does not find a plugin/)
    assert.match(advice, /project\/plugins\.sbt.*-Dplay\.version=<version>/)
    return true
  })
})

test('sbt builds: nothing is kept of a build that fails', async () => {
  const applicationId = newApplication()
  const failing = 'mkdir target; touch target/half; exit 3'
  await assert.rejects(build(failing, { applicationId }), /exited with 3/)
  assert.deepEqual(await build('ls -d target || echo none', { applicationId }), [
    "ls: cannot access 'target': No such file or directory",
    'none',
  ])
})

test('sbt builds: sbt has the repositories of the operator, and writes no progress bars', async () => {
  const lines = await build('echo "$@"; cat "$SBT_CACHE/repositories"')
  assert.deepEqual(lines.slice(1), [
    '[repositories]',
    'local',
    'ours: https://repository.example.org/',
  ])
  assert.match(lines[0] ?? '', /-Dsbt\.supershell=false .*sbt-launch\.jar stage$/)
})
