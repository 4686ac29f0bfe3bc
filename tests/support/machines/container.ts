import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { run, runOrThrow } from '#kit/process/subprocess.ts'
import { startNode } from '#tests/support/swarm/docker-node.ts'
import { openLabNetwork } from '#tests/support/swarm/lab-network.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'

const commandTimeout = 600_000
const healthyTimeout = 300_000

/** A machine with Docker and nothing else. */
export interface DockerMachine extends AsyncDisposable {
  address: string
  /** Runs the command-line tool of Docker, which has to succeed, and returns what it prints on either stream. */
  docker(...words: string[]): Promise<string>
  /** Starts a container with a volume of its name, and waits until it is healthy. */
  start(name: string, image: string, options: readonly string[]): Promise<void>
  awaitHealthy(name: string): Promise<void>
  /** Status of an answer to a visitor of the machine. */
  statusOf(url: string, host?: string): Promise<string>
}

export async function openDockerMachine(): Promise<DockerMachine> {
  await using stack = new AsyncDisposableStack()
  const place = await mkdtemp(join(tmpdir(), 'berth-docker-'))
  stack.defer(() => rm(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }))
  const { namespaces, subnet } = stack.use(await openLabNetwork(1))
  const [{ namespace, address } = { namespace: '', address: '' }] = namespaces
  const node = join(place, 'node')
  await mkdir(node)
  const { host } = stack.use(
    await startNode({ place: node, namespace, address, registries: subnet }),
  )
  const docker = async (...words: string[]) => {
    const { code, stdout, stderr } = await run(['docker', '--host', host, ...words], {
      timeout: commandTimeout,
    })
    if (code === 0) return `${stdout}${stderr}`
    throw new Error(`docker ${words.join(' ')} ended with ${code}:\n${stdout}\n${stderr}`)
  }
  const stateOf = async (name: string) =>
    (await docker('inspect', '--format', '{{.State.Status}} {{.State.Health.Status}}', name)).trim()
  const awaitHealthy = async (name: string) => {
    const isHealthy = async () => {
      const state = await stateOf(name)
      if (state.startsWith('exited')) throw new Error(await docker('logs', name))
      return state === 'running healthy'
    }
    const options = { timeout: healthyTimeout, every: 500, what: `the health of ${name}` }
    await until(isHealthy, options)
  }
  const machine = stack.move()
  return {
    address,
    docker,
    awaitHealthy,
    async start(name, image, options) {
      const tools = ['--volume', `${toolchainCache}:/srv/toolchains`]
      const settings = ['BERTH_TOOLCHAINS=/srv/toolchains', 'BERTH_DEFAULT_VERSIONS=spec']
      const kept = ['--volume', `${name}:/var/lib/berth`, ...tools]
      const given = [...kept, ...settings.flatMap((setting) => ['--env', setting]), ...options]
      // Asked more often than usually, so that nobody waits for the next time.
      const health = ['--health-interval', '1s']
      await docker('run', '--detach', '--name', name, ...health, ...given, image)
      await awaitHealthy(name)
    },
    statusOf: (url, name = address) =>
      runOrThrow([
        ...(['curl', '--silent', '--insecure', '--location', '--output', '/dev/null'] as const),
        ...['--max-time', '60', '--write-out', '%{http_code}', '--header', `Host: ${name}`, url],
      ]),
    [Symbol.asyncDispose]: () => machine.disposeAsync(),
  }
}

/** Deploys a project from inside a container, and returns its host. */
export async function deployInside(
  { docker }: DockerMachine,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-project-'))
  try {
    for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
    await docker('cp', folder, `${name}:/srv/project`)
  } finally {
    await rm(folder, { recursive: true })
  }
  const said = await docker('exec', '--workdir', '/srv/project', name, 'sh', '-c', script)
  const [host] = /app-[\w-]+\.localhost/.exec(said) ?? []
  if (host === undefined) throw new Error(said)
  return host
}

const script = `set -e
  git init --quiet --initial-branch=master
  git add --all
  git -c user.name=a -c user.email=a@x.test commit --quiet --message first
  berth login --local --data /var/lib/berth
  berth create --type node web --region par
  berth deploy
  berth status`
