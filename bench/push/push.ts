import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { byHand } from '#bench/support/by-hand.ts'
import { type Bench, type Figure, median } from '#bench/support/figure.ts'
import { goals } from '#bench/support/goals.ts'
import { createExpressProject } from '#bench/support/projects/express-project.ts'
import type { Manager } from '#bench/support/projects/managers.ts'
import { root } from '#tests/laws/source-tree.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { serverUsage, usageFigures } from './server-usage.ts'
import { writeTrace } from './trace/trace-file.ts'
import { type PushTrace, tracePush } from './trace/trace-push.ts'

const codeRounds = 9
const coldRounds = 5
const traceFolder = join(root, '.cache')
const quickRounds = 3

/** Time from a push to the first response of the new version, compared with the same steps without a platform. */
export default {
  name: 'push',
  packages: [{ program: 'strace', name: 'strace' }],
  async run({ trace }) {
    if (trace) return writeTraces()
    await using berth = await TestBerth.start()
    const figures = [...(await measureChanges(berth)), await measureFirstPush(berth, 'npm')]
    for (const manager of ['pnpm', 'bun'] as const) {
      figures.push(await measureCode(berth, manager), await measureFirstPush(berth, manager))
    }
    return [...figures, ...countFigures(await tracePush('npm'), 'push, code-only change')]
  },
  async runQuickly() {
    await using berth = await TestBerth.start()
    return [await measureCode(berth, 'npm', quickRounds)]
  },
} satisfies Bench

/** An application deployed before: npm's downloads and compile cache are warm on both sides. */
async function measureChanges(berth: TestBerth): Promise<Figure[]> {
  const project = await createExpressProject(berth, 'changing')
  await using hand = await byHand(project)
  await project.commit('dependencies')
  await project.push()
  await hand.install()
  const before = serverUsage(berth.pid)
  const code = await alternate(codeRounds, async () => {
    await project.commit('code')
    return [project.push, hand.push]
  })
  const name = 'push, code-only change, npm'
  const used = usageFigures(before, serverUsage(berth.pid), { pushes: codeRounds, name })
  const cold = await alternate(coldRounds, async () => {
    await project.commit('dependencies')
    return [project.push, hand.install]
  })
  return [
    figure(name, code, 'by hand', goals.push.codeOnly),
    ...used,
    figure('push, other dependencies, npm', cold, 'by hand, npm ci', goals.push.otherDependencies),
  ]
}

async function measureCode(
  berth: TestBerth,
  manager: Manager,
  rounds = codeRounds,
): Promise<Figure> {
  const project = await createExpressProject(berth, `changing-${manager}`, manager)
  await using hand = await byHand(project)
  await project.commit('dependencies')
  await project.push()
  await hand.install()
  const code = await alternate(rounds, async () => {
    await project.commit('code')
    return [project.push, hand.push]
  })
  return figure(`push, code-only change, ${manager}`, code, 'by hand', goals.push.codeOnly)
}

/** A new application each time: the package manager's caches are cold on both sides. */
async function measureFirstPush(berth: TestBerth, manager: Manager): Promise<Figure> {
  await using stack = new AsyncDisposableStack()
  let count = 0
  const times = await alternate(coldRounds, async () => {
    const project = await createExpressProject(berth, `new-${manager}-${++count}`, manager)
    const hand = stack.use(await byHand(project))
    await project.commit('dependencies')
    return [project.push, hand.install]
  })
  const reference = `by hand, ${manager === 'npm' ? 'npm ci' : `${manager} install`}`
  const budget = goals.push.nothingDownloaded[manager]
  return figure(`push, first one, nothing downloaded, ${manager}`, times, reference, budget)
}

/** One push with each package manager, as files for the tracing view of a browser, and their figures. */
async function writeTraces(): Promise<Figure[]> {
  const figures: Figure[] = []
  await mkdir(traceFolder, { recursive: true })
  for (const manager of ['npm', 'pnpm', 'bun'] as const) {
    const trace = await tracePush(manager)
    const file = join(traceFolder, `push-trace-${manager}.json`)
    await writeTrace(file, trace.groups, trace)
    console.log(`${file}: open it in chrome://tracing or https://ui.perfetto.dev`)
    figures.push(...phaseFigures(trace, `traced, ${manager}`))
    figures.push(...countFigures(trace, `traced, ${manager}`))
  }
  return figures
}

const phaseFigures = ({ phases }: PushTrace, name: string): Figure[] =>
  phases.map(({ name: phase, begin, end }) => ({
    name: `${name}, ${phase}`,
    value: end - begin,
    unit: 'ms',
  }))

/** What was started and synced from the push to the stop of the previous version. */
function countFigures({ started, syncs }: PushTrace, name: string): Figure[] {
  const programs = started.flatMap((process) => process.programs)
  return [
    { name: `${name}, processes started`, value: started.length, unit: '' },
    { name: `${name}, programs started`, value: programs.length, unit: '' },
    { name: `${name}, fsync`, value: syncs.length, unit: '' },
  ]
}

type TimedRun = () => Promise<number>

/** Times both in alternating order. */
async function alternate(rounds: number, prepare: () => Promise<[TimedRun, TimedRun]>) {
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [platform, hand] = await prepare()
    if (round % 2 === 0) ours.push(await platform())
    theirs.push(await hand())
    if (round % 2 === 1) ours.push(await platform())
  }
  return { value: median(ours), referenceValue: median(theirs) }
}

function figure(
  name: string,
  { value, referenceValue }: { value: number; referenceValue: number },
  reference: string,
  budget: number,
): Figure {
  const ratio = value / referenceValue
  return { name, value, unit: 'ms', reference, referenceValue, ratio, budget }
}
