import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, type Figure, median } from './support/figure.ts'
import { familyOf, memoryOf } from './support/process-usage.ts'
import { startBare, startPlatform } from './support/started.ts'

const rounds = 7
const settling = 5000

/** Start-up time and memory of an unused platform. */
export default {
  name: 'idle',
  async run() {
    return [...(await measureMemory()), await measureStart()]
  },
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
    { ...figure('shared pages counted once', together), budget: 200 },
    figure('shared pages per process (RSS)', resident),
  ]
}

async function measureStart(): Promise<Figure> {
  const platforms: number[] = []
  const bares: number[] = []
  for (let round = 0; round < rounds; round++) {
    await using platform = await startPlatform()
    platforms.push(platform.milliseconds)
    await using bare = await startBare()
    bares.push(bare.milliseconds)
  }
  const [value, referenceValue] = [median(platforms), median(bares)]
  return {
    name: 'start to first answer, empty data folder',
    value,
    unit: 'ms',
    reference: 'bare Node server',
    referenceValue,
    ratio: value / referenceValue,
    budget: 6,
  }
}
