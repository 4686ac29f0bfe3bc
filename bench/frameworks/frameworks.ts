import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bench, type Figure, median } from '#bench/support/figure.ts'
import { firstAnswer } from '#bench/support/first-answer.ts'
import { goals } from '#bench/support/goals.ts'
import { type LinkedProject, linkProject } from '#bench/support/projects/linked-project.ts'
import { plainEnvironment, runOrThrow } from '#kit/process/subprocess.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { type FrameworkProject, frameworks } from './projects.ts'
import { openWarmCheckout } from './warm-checkout.ts'

const rounds = 3
const timeout = 1_800_000

/**
 * From a push of changed code to the first answer of a new project, compared with pulling, building and starting it in
 * a checkout that was built before. `BENCH_FRAMEWORKS=Next,Astro` chooses some of them.
 */
export default {
  name: 'frameworks',
  async run() {
    const chosen = process.env.BENCH_FRAMEWORKS?.split(',')
    const figures: Figure[] = []
    for (const framework of frameworks) {
      if (chosen && !chosen.includes(framework.name)) continue
      figures.push(...(await measureAlone(framework)))
    }
    return figures
  },
} satisfies Bench

/** Figures of one project. One that cannot be made has a figure without a value, and the others still have theirs. */
async function measureAlone(framework: FrameworkProject): Promise<Figure[]> {
  try {
    await using berth = await TestBerth.start({ BERTH_BUILD_TIMEOUT: '30m' })
    return await measure(berth, framework)
  } catch (error) {
    console.error(`${framework.name}:`, error)
    return [{ name: `second push of ${framework.name}`, value: Number.NaN, unit: 'ms' }]
  }
}

async function measure(berth: TestBerth, framework: FrameworkProject): Promise<Figure[]> {
  const { name, page, contentOf, path = '/', variables = {} } = framework
  const linked = await linkProject(berth, name.toLowerCase())
  const { project, application } = linked
  await fill(project.folder, framework)
  await project.write(framework.files ?? {})
  await berth.client.environment.replace(application, { NODE_ENV: 'production', ...variables })
  let version = 0
  const textOf = () => `Hello from version ${version}`
  const commit = async () => {
    version += 1
    await project.write({ [page]: contentOf(textOf()) })
    await project.commit(textOf())
  }
  await commit()
  const environment = { ...project.env, NODE_ENV: 'production', ...variables }
  const recipe = await recipeOf(linked)
  await using hand = await openWarmCheckout({ folder: project.folder, recipe, environment })
  await hand.install()
  // The lock file that creating the project with its dependencies would have written.
  await cp(join(hand.folder, 'package-lock.json'), join(project.folder, 'package-lock.json'))
  await rm(join(hand.folder, 'package-lock.json'))
  await commit()
  const first = await push(linked, textOf(), path)
  await hand.install()
  await hand.push({ text: textOf(), path })
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round++) {
    await commit()
    if (round % 2 === 0) ours.push(await push(linked, textOf(), path))
    theirs.push(await hand.push({ text: textOf(), path }))
    if (round % 2 === 1) ours.push(await push(linked, textOf(), path))
  }
  const value = median(ours)
  const referenceValue = median(theirs)
  return [
    { name: `first push of ${name}`, value: first, unit: 'ms' },
    {
      name: `second push of ${name}, code-only change`,
      value,
      unit: 'ms',
      reference: 'pull, build and start in a warm checkout',
      referenceValue,
      ratio: value / referenceValue,
      budget: goals.push.framework,
    },
  ]
}

/** Milliseconds until a visitor gets the new version. */
async function push(linked: LinkedProject, text: string, path: string): Promise<number> {
  const { project, host, port } = linked
  const begin = performance.now()
  await project.git('push', 'berth', 'master')
  await firstAnswer({ port, host, body: text, path, isPart: true, timeout, every: 20 })
  const milliseconds = performance.now() - begin
  await linked.settled()
  return milliseconds
}

async function recipeOf({ project }: LinkedProject): Promise<Recipe> {
  const { code, output, stdout } = await project.berth('recipe', '.', '--format', 'json')
  if (code !== 0) throw new Error(output)
  return JSON.parse(stdout)
}

/** Makes the project as its tool does. */
async function fill(folder: string, { create }: FrameworkProject): Promise<void> {
  if (!create) return
  const made = await mkdtemp(join(tmpdir(), 'berth-framework-'))
  try {
    await runOrThrow(['npx', '--yes', ...create], {
      cwd: made,
      timeout,
      env: {
        ...plainEnvironment(),
        HOME: made,
        CI: 'true',
        npm_config_cache: join(made, 'npm'),
        npm_config_registry: await npmRegistry({ environment: process.env })(),
        ...(process.env.NODE_EXTRA_CA_CERTS && {
          NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
        }),
      },
    })
    await cp(join(made, 'app'), folder, {
      recursive: true,
      filter: (path) => !/\/app\/(\.git|node_modules)$/.test(path),
    })
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}
