import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDocker } from '#engines/swarm/docker-client.ts'
import { plainEnvironment, runOrThrow } from '#kit/process/subprocess.ts'
import type { SwarmLab } from '#tests/support/swarm/swarm-lab.ts'
import { firstAnswer } from './first-answer.ts'
import type { SteadyProject } from './projects/steady-project.ts'

/** The same change with Docker's own commands on the same node, as somebody without a platform makes it. */
export interface ByDocker extends AsyncDisposable {
  /** Milliseconds of build, push and update until the first answer of the new version. */
  deploy(): Promise<number>
}

const port = 18_080
const containerPort = 8080
const service = 'by-hand'
const base = 'by-hand-base'

/** After a push to the platform: its image has Node, and is the warm cache of both. */
export async function byDocker(lab: SwarmLab, project: SteadyProject): Promise<ByDocker> {
  const node = lab.nodes[0]
  if (!node) throw new Error('the swarm has no node')
  const folder = await mkdtemp(join(tmpdir(), 'berth-by-docker-'))
  const env = { ...plainEnvironment(), DOCKER_HOST: node.host, DOCKER_BUILDKIT: '0', HOME: folder }
  const docker = (...args: string[]) => runOrThrow(['docker', ...args], { env, cwd: folder })
  const { image, path } = await imageOfPlatform(node.host)
  // The platform removes the image of an old release.
  await docker('tag', image, base)
  await writeFile(
    join(folder, 'Dockerfile'),
    `FROM ${base}
USER 0
ENV PATH=${path}
COPY server.js /by-hand/server.js
ENTRYPOINT []
CMD ["node", "/by-hand/server.js"]
`,
  )
  let builds = 0
  const release = async () => {
    await copyFile(join(project.folder, 'server.js'), join(folder, 'server.js'))
    builds += 1
    const tag = `${lab.registry.host}/by-hand:${builds}`
    await docker('build', '--quiet', '--tag', tag, '.')
    await docker('push', '--quiet', tag)
    return tag
  }
  const answered = () =>
    firstAnswer({ address: node.address, port, host: 'by-hand.test', body: project.body })
  const publish = `mode=host,target=${containerPort},published=${port}`
  await docker(
    ...['service', 'create', '--quiet', '--detach', '--name', service, '--publish', publish],
    // The default of ten seconds would be most of the time: Node does not end by itself.
    ...['--stop-grace-period', '100ms', await release()],
  )
  await answered()
  return {
    async deploy() {
      const begin = performance.now()
      const tag = await release()
      await docker('service', 'update', '--quiet', '--detach', '--image', tag, service)
      await answered()
      return performance.now() - begin
    },
    async [Symbol.asyncDispose]() {
      await docker('service', 'rm', service)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Image and `PATH` of the instance that runs. */
async function imageOfPlatform(host: string): Promise<{ image: string; path: string }> {
  const [running] = await (await openDocker({ host })).listServices()
  const { TaskTemplate } = running?.Spec ?? {}
  const container =
    TaskTemplate && 'ContainerSpec' in TaskTemplate ? TaskTemplate.ContainerSpec : {}
  const path = container?.Env?.find((each) => each.startsWith('PATH='))?.slice('PATH='.length)
  if (!container?.Image || !path) throw new Error('no instance runs in the swarm')
  return { image: container.Image, path }
}
