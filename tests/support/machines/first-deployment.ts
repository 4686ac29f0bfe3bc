import assert from 'node:assert/strict'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { webServer } from '#tests/support/applications/pushed-application.ts'
import { withLock } from '#tests/support/provide-tools.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { createToolchains } from '#toolchains/toolchains.ts'
import type { DebianMachine } from './debian-machine.ts'

/** What the first deployment needs, with the default versions of the specification. */
const tools = [
  ['node', '22.20.0'],
  ['npm', '10.9.3'],
] as const
/** That of the applications: the platform's own is elsewhere in each kind of installation. */
const node = '/srv/toolchains/node/22.20.0/bin/node'
const project = '/srv/project'

/** Fetches them, because machines without a network cannot. */
export async function provideFirstTools(): Promise<void> {
  const registry = npmRegistry({ environment: process.env })
  const tool = createToolchains({ folder: toolchainCache, registry })
  for (const [name, version] of tools)
    await withLock(`${name}-${version}`, () => tool({ name, version }))
}

/** Instead of a registry: what the tests have fetched. */
export async function useFetchedTools(machine: DebianMachine): Promise<void> {
  const settings = join(machine.folder, 'etc/berth/berth.conf')
  await appendFile(settings, 'BERTH_TOOLCHAINS=/srv/toolchains\nBERTH_DEFAULT_VERSIONS=spec\n')
  await machine.type('systemctl', 'restart', 'berth')
  await machine.type('sh', '-c', awaitHealth)
}

const awaitHealth = `for try in $(seq 300); do
  ${node} -e 'fetch("http://127.0.0.1:4000/health").then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))' && exit 0
  sleep 1
done; exit 1`

/** Status of the platform's answer, after redirects. */
export async function answerOf(machine: DebianMachine, path: string): Promise<string> {
  const ask = `fetch('http://127.0.0.1:4000${path}').then(({ status }) => console.log(status))`
  return (await machine.type(node, '-e', ask)).trim()
}

/** Returns the host that it serves. */
export async function deployFirst(machine: DebianMachine): Promise<string> {
  const place = join(machine.folder, project)
  await mkdir(place, { recursive: true })
  for (const [name, text] of Object.entries(webServer('hello')))
    await writeFile(join(place, name), text)
  const script = `set -e
    cd ${project}
    git init --quiet --initial-branch=master
    git add --all
    git -c user.name=a -c user.email=a@x.test commit --quiet --message first
    berth login --local --data /var/lib/berth
    berth create --type node web --region par
    berth deploy
    berth status`
  const said = await machine.type('sh', '-c', script)
  const [host] = /app-[\w-]+\.localhost/.exec(said) ?? []
  return host ?? assert.fail(said)
}

const visits = 'srv/visits.json'

/** One request after the other, until it is ended. */
export async function startVisits(machine: DebianMachine, host: string): Promise<void> {
  const program = `
    const failures = []
    let answers = 0, isOver = false
    process.on('SIGTERM', () => { isOver = true })
    const visit = () => new Promise((resolve) => {
      const options = { host: '127.0.0.1', port: 4080, headers: { host: '${host}' } }
      require('node:http').get(options, (answer) => {
        answers++
        if (answer.statusCode !== 200) failures.push(answer.statusCode)
        answer.resume().on('end', resolve)
      }).on('error', (error) => { failures.push(error.message); resolve() })
    })
    const visitAll = async () => {
      while (!isOver) {
        await visit()
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      require('node:fs').writeFileSync('/${visits}', JSON.stringify({ answers, failures }))
    }
    void visitAll()`
  await writeFile(join(machine.folder, 'srv/visit.cjs'), program)
  await machine.type('systemd-run', '--unit=visits', node, '/srv/visit.cjs')
}

export async function endVisits(
  machine: DebianMachine,
): Promise<{ answers: number; failures: unknown[] }> {
  await machine.type('systemctl', 'stop', 'visits')
  return JSON.parse(await readFile(join(machine.folder, visits), 'utf8'))
}

/** Whether a program listens on a port of the machine. */
export async function listensOn(machine: DebianMachine, port: number): Promise<boolean> {
  const connect = `exec 3<>/dev/tcp/127.0.0.1/${port}`
  const { code } = await machine.run('bash', '-c', connect)
  return code === 0
}
