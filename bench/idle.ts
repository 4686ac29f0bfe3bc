import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, type Figure, median } from './support/figure.ts'
import { goals } from './support/goals.ts'
import { familyOf, memoryOf } from './support/process-usage.ts'
import { startBare, startPlatform } from './support/started.ts'

const rounds = 7
const quickRounds = 3
const settling = 5000

/** Start-up time and memory of an unused platform. */
export default {
  name: 'idle',
  async run() {
    return [...(await measureMemory()), ...(await measureStart(rounds))]
  },
  runQuickly: () => measureStart(quickRounds),
} satisfies Bench

async function measureMemory(): Promise<Figure[]> {
  await using platform = await startPlatform()
  await pause(settling)
  const { proportional, together, resident } = memoryOf(familyOf(platform.pid))
  const figure = (how: string, value: number): Figure => ({
    name: `idle memory, ${how}`,
    value,
    unit: 'MB',
  })
  return [
    figure('shared pages divided (PSS)', proportional),
    { ...figure('shared pages counted once', together), budget: goals.idleMegabytes },
    figure('shared pages per process (RSS)', resident),
  ]
}

/** Starts on an empty folder, and again on the folder that the first start has filled. */
async function measureStart(rounds: number): Promise<Figure[]> {
  const first: number[] = []
  const later: number[] = []
  const bares: number[] = []
  for (let round = 0; round < rounds; round++) {
    await using platform = await startPlatform()
    first.push(platform.milliseconds)
    later.push(await platform.restart())
    await using bare = await startBare()
    bares.push(bare.milliseconds)
  }
  const { ratio, emptyFolderMilliseconds, laterMilliseconds } = goals.start
  const [reference, referenceValue] = ['bare Node server', median(bares)]
  const named = (name: string, value: number) => ({
    name: `start to first answer, ${name}`,
    value,
    unit: 'ms',
  })
  const empty = named('empty data folder', median(first))
  return [
    { ...empty, reference, referenceValue, ratio: empty.value / referenceValue, budget: ratio },
    { ...named('empty data folder, time', empty.value), budget: emptyFolderMilliseconds },
    { ...named('later, time', median(later)), budget: laterMilliseconds },
  ]
}
