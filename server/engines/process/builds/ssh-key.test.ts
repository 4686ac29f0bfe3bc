import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import ssh2 from 'ssh2'
import type { Capability } from '#engines/process/capabilities.ts'
import { createKeyPair } from '#git/host-key.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { sshKey } from '#runtimes/pipeline/ssh-key.ts'
import { filesSource } from '#tests/source-files.ts'
import { sampleBuild, sampleRecipe } from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'

/** Without a sandbox, SSH would read the home folder of the machine's own user. */
const newKey = () => createKeyPair(ssh2, 'test')
const [own, other] = [newKey(), newKey()]
const program = new URL(import.meta.resolve('#tests/support/servers/ssh-repository-main.ts'))
  .pathname

let folder: string
let server: ChildProcess
let address: string
let commit: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-ssh-'))
  const repository = join(folder, 'tool')
  mkdirSync(repository)
  writeFileSync(join(repository, 'tool.txt'), 'a private tool')
  const git = (...words: string[]) =>
    runOrThrow(['git', '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: repository })
  await git('init', '-q')
  await git('add', '.')
  await git('commit', '-qm', 'A tool')
  commit = (await git('rev-parse', 'HEAD')).trim()
  server = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      REPOSITORY: repository,
      PUBLIC_KEY: own.public,
      HOST_KEY: newKey().private,
      SSH_PORT: '0',
    },
  })
  const [port] = await withTimeout(once(server.stdout ?? server, 'data'), 60_000, 'the SSH server')
  address = `ssh://git@127.0.0.1:${String(port).trim()}/private/tool.git`
})
after(async () => {
  server.kill('SIGKILL')
  await once(server, 'close')
  await rm(folder, { recursive: true })
})

/** Must not change: the machine's own known hosts, which `ssh` finds by the account and not by `HOME`. */
const knownHosts = join(userInfo().homedir, '.ssh/known_hosts')
const knownBefore = existsSync(knownHosts) ? readFileSync(knownHosts, 'utf8') : undefined

const modes: [string, Capability[]][] = [
  ['in a sandbox', ['network']],
  ['as another user only', ['sandbox', 'network', 'limits']],
  ['on a machine that can isolate nothing', ['users', 'sandbox', 'network', 'limits']],
]

for (const [mode, without] of modes) {
  describe(`private SSH key, ${mode}`, () => {
    const build = async (files: Record<string, string>, environment: Record<string, string>) => {
      await using opened = await openTestEngine({ without })
      const lines: string[] = []
      const source = filesSource({ 'main.js': '', ...files })
      const { home, copies } = await sshKey({ source }, environment)
      const clone = { title: 'clone', command: ['git', 'clone', '-q', address, 'tool'] }
      const recipe = {
        ...sampleRecipe,
        tools: [],
        home,
        copies,
        build: [clone as typeof clone & { command: [string] }],
      }
      const order = sampleBuild({ recipe, source, environment, onLine: (line) => lines.push(line) })
      const { id } = await opened.engine.build(order).catch((error: unknown) => {
        assert.ok(error instanceof Failure, String(error))
        throw new Failure(error.step, [error.message, ...error.advice, ...lines].join(' '))
      })
      const tool = join(opened.folder, 'artifacts', id, 'app/tool/tool.txt')
      assert.doesNotMatch(lines.join('\n'), /PRIVATE KEY/)
      return readFile(tool, 'utf8')
    }

    test('fetches a repository, given as a variable or as a file of the repository', async () => {
      assert.equal(await build({}, { CC_SSH_PRIVATE_KEY: own.private }), 'a private tool')
      const files = {
        'clevercloud/ssh.json': '{"privateKeyFile":"keys/one"}',
        'keys/one': own.private,
      }
      assert.equal(await build(files, {}), 'a private tool')
    })

    test('that is not authorised fetches nothing, and the owner is told what to set', async () => {
      await assert.rejects(
        build({}, { CC_SSH_PRIVATE_KEY: other.private }),
        /set CC_SSH_PRIVATE_KEY to a private key that may read it/,
      )
    })

    test("fetches a submodule, and adds no host to the machine's known hosts", async () => {
      await using opened = await openTestEngine({ without })
      const environment = { CC_SSH_PRIVATE_KEY: own.private }
      const gitmodules = `[submodule "lib"]\n path = lib\n url = ${address}\n`
      const files = filesSource({ '.gitmodules': gitmodules, 'lib/.keep': '' })
      const source = { ...files, submodules: async () => [{ path: 'lib', commit }] }
      const { home, copies } = await sshKey({ source }, environment)
      const recipe = { ...sampleRecipe, tools: [], home, copies, build: [] }
      const { id } = await opened.engine.build(sampleBuild({ recipe, source, environment }))
      const file = join(opened.folder, 'artifacts', id, 'app/lib/tool.txt')
      assert.equal(readFileSync(file, 'utf8'), 'a private tool')
      const known = existsSync(knownHosts) ? readFileSync(knownHosts, 'utf8') : undefined
      assert.equal(known, knownBefore)
    })
  })
}
