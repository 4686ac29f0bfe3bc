import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bench, type Figure, median } from '#bench/support/figure.ts'
import { type FirstAnswer, firstAnswer } from '#bench/support/first-answer.ts'
import { type LinkedProject, linkProject } from '#bench/support/projects/linked-project.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { readJson } from '#tests/examples.ts'
import { type GemServer, openGemServer } from '#tests/support/gems/gem-server.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { outsideNetwork } from '#tests/support/servers/outside-world.ts'
import { type LanguageProject, projects } from './projects.ts'
import { openWarmSystem } from './warm-system.ts'

const usualRounds = 5
const timeout = 1_800_000

/**
 * From a push of changed code to the first answer of an application in each language, compared with pulling, building and starting it in a checkout that was built before.
 * `BENCH_LANGUAGES=Python,Go` chooses some of them, and `--count` says in how many rounds.
 */
export default {
  name: 'languages',
  async run({ count = usualRounds }) {
    const chosen = process.env.BENCH_LANGUAGES?.split(',')
    const figures: Figure[] = []
    for (const project of projects) {
      if (chosen && !chosen.includes(project.name)) continue
      figures.push(...(await measureAlone(project, count)))
    }
    return figures
  },
} satisfies Bench

/** Figures of one language. One that cannot be built has a figure without a value, and the others still have theirs. */
async function measureAlone(language: LanguageProject, rounds: number): Promise<Figure[]> {
  try {
    await using gems = language.needsGems && (await gemsOf(language))
    await using berth = await TestBerth.start({
      BERTH_BUILD_TIMEOUT: '30m',
      ...(gems && { BERTH_EGRESS_ALLOWED: outsideNetwork }),
    })
    return await measure(berth, language, { rounds, more: gems ? gems.environment : {} })
  } catch (error) {
    console.error(`${language.name}:`, error)
    return [{ name: `push of ${language.name}, code-only change`, value: Number.NaN, unit: 'ms' }]
  }
}

const folderOf = ({ example = '' }: LanguageProject) =>
  join(import.meta.dirname, '../../examples', example)

const gemsOf = (language: LanguageProject): Promise<GemServer> =>
  openGemServer([join(folderOf(language), 'Gemfile.lock')])

async function measure(
  berth: TestBerth,
  language: LanguageProject,
  { rounds, more }: { rounds: number; more: Record<string, string> },
): Promise<Figure[]> {
  const { name, type, example, files = {}, page, replaced, budget } = language
  const linked = await linkProject(berth, name.toLowerCase(), example, type)
  const { project, application } = linked
  await project.write(files)
  const given = example && (await readJson(join(folderOf(language), 'environment.json')))
  const variables = { ...(given as Record<string, string> | undefined), ...more }
  await berth.client.environment.replace(application, variables)
  const source = await readFile(join(project.folder, page), 'utf8')
  let version = 0
  const textOf = () => `Hello from version ${version} of ${name}`
  const commit = async () => {
    version += 1
    await project.write({ [page]: source.replace(replaced, textOf()) })
    await project.commit(textOf())
  }
  await commit()
  await push(linked, textOf())
  const recipe = await recipeOf(linked)
  const { instance, buildFlavor } = application
  await using hand = await openWarmSystem({
    folder: project.folder,
    recipe,
    variables,
    cpus: { build: buildFlavor.cpus, instance: instance.minFlavor.cpus },
  })
  await hand.push(textOf())
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round++) {
    await commit()
    if (round % 2 === 0) ours.push(await push(linked, textOf()))
    theirs.push(await hand.push(textOf()))
    if (round % 2 === 1) ours.push(await push(linked, textOf()))
  }
  const value = median(ours)
  const referenceValue = median(theirs)
  return [
    {
      name: `push of ${name}, code-only change`,
      value,
      unit: 'ms',
      reference: 'pull, build and start in a warm checkout',
      referenceValue,
      ratio: value / referenceValue,
      budget,
    },
  ]
}

/** Milliseconds until a visitor gets the new version. */
async function push(linked: LinkedProject, text: string): Promise<number> {
  const { project, host, port } = linked
  const begin = performance.now()
  await project.git('push', 'berth', 'master')
  await answered(linked, { port, host, body: text, isPart: true })
  const milliseconds = performance.now() - begin
  await linked.settled()
  return milliseconds
}

/** Waits for an answer, and no longer than until the deployment has failed. */
async function answered(linked: LinkedProject, expected: FirstAnswer): Promise<void> {
  const deadline = performance.now() + timeout
  for (;;) {
    try {
      return await firstAnswer({ ...expected, timeout: 20_000 })
    } catch (error) {
      await linked.requireSound()
      if (performance.now() > deadline) throw error
    }
  }
}

async function recipeOf({ project }: LinkedProject): Promise<Recipe> {
  const { code, output, stdout } = await project.berth('recipe', '.', '--format', 'json')
  if (code !== 0) throw new Error(output)
  return JSON.parse(stdout)
}
