import { TestBerth } from '#tests/support/platform/berth.ts'
import { providePlayTools } from '#tests/support/projects/play-tools.ts'
import { type Bench, median } from './support/figure.ts'
import { createPlayProject } from './support/projects/play-project.ts'

const rounds = 3

/** Time from a push of changed code to the first response of a Play application, compared with `sbt stage` and a start by hand. */
export default {
  name: 'play2',
  async run() {
    await providePlayTools()
    await using berth = await TestBerth.start()
    await using project = await createPlayProject(berth)
    // Fills the caches of both.
    await project.commit()
    await project.push()
    await project.byHand()
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < rounds; round++) {
      await project.commit()
      if (round % 2 === 0) ours.push(await project.push())
      theirs.push(await project.byHand())
      if (round % 2 === 1) ours.push(await project.push())
    }
    const value = median(ours)
    const referenceValue = median(theirs)
    const ratio = value / referenceValue
    const reference = 'by hand, sbt stage'
    const name = 'push, code-only change, Play 3'
    return [{ name, value, unit: 'ms', reference, referenceValue, ratio, budget: 1.15 }]
  },
} satisfies Bench
