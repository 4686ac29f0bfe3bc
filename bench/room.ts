import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from '#kit/concurrency/timeout.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import type { Bench, Figure } from './support/figure.ts'
import { createExpressProject, type ExpressProject } from './support/projects/express-project.ts'

const applications = 10
const releasesKept = 3
/** Enough to extrapolate to a thousand: once old releases are removed, each deployment costs the same. */
const deployments = 40
/** Incompressible bytes that each commit changes. */
const change = 64 * 1024

/** Disk usage of applications with the same lock file, and of deployments of the same application. */
export default {
  name: 'room',
  async run() {
    await using berth = await TestBerth.start({ BERTH_RELEASES_KEPT: String(releasesKept) })
    const first = await createExpressProject(berth, 'room-1')
    return [await measureApplications(berth, first), await measureDeployments(berth, first)]
  },
} satisfies Bench

async function measureApplications(berth: TestBerth, first: ExpressProject): Promise<Figure> {
  await deploy(first)
  const one = await roomOf(berth, ['engine', 'repositories'])
  for (let count = 2; count <= applications; count++) {
    await deploy(await createExpressProject(berth, `room-${count}`))
  }
  const all = await roomOf(berth, ['engine', 'repositories'])
  return figure(`room, ${applications} applications, same lock file`, all, 'one application', one)
}

/** Compared with a plain repository that receives the same commits; includes logs and the database. */
async function measureDeployments(berth: TestBerth, project: ExpressProject): Promise<Figure> {
  const plain = join(berth.folder, 'plain.git')
  const git = (...args: string[]) => runOrThrow(['git', ...args], { cwd: project.folder })
  await git('init', '--quiet', '--bare', plain)
  const deployChange = async () => {
    await writeFile(join(project.folder, 'content'), randomBytes(change))
    await deploy(project)
    await git('push', '--quiet', plain, 'master')
  }
  for (let count = 0; count < releasesKept; count++) await deployChange()
  const [ours, theirs] = [await roomOf(berth), await sizeOf(plain)]
  for (let count = 0; count < deployments; count++) await deployChange()
  const grown = (await roomOf(berth)) - ours
  const reference = 'their commits in a plain repository'
  const name = `room, ${deployments} code-only deployments`
  return figure(name, grown, reference, (await sizeOf(plain)) - theirs)
}

async function deploy(project: ExpressProject): Promise<void> {
  await project.commit('code')
  await project.push()
}

/** Disk usage of folders in the data folder, or of all of it, once pending removals are done. */
async function roomOf(berth: TestBerth, folders: string[] = ['.']): Promise<number> {
  const trash = join(berth.data, 'engine/trash')
  const isEmpty = async () => (await readdir(trash)).length === 0
  await until(isEmpty, { timeout: 60_000, every: 200, what: 'the end of the removals' })
  return sizeOf(...folders.map((name) => join(berth.data, name)))
}

/** Megabytes on disk; hard links count once. */
async function sizeOf(...folders: string[]): Promise<number> {
  const text = await runOrThrow(['du', '-skc', '--', ...folders], { timeout: 60_000 })
  return Number(/^(\d+)\s+total$/m.exec(text)?.[1]) / 1024
}

function figure(name: string, value: number, reference: string, referenceValue: number): Figure {
  const ratio = value / referenceValue
  return { name, value, unit: 'MB', reference, referenceValue, ratio, budget: 1.2 }
}
