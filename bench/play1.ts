import { TestBerth } from '#tests/support/platform/berth.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { createToolchains } from '#toolchains/toolchains.ts'
import { type Bench, median } from './support/figure.ts'
import { createPlay1Project, play1ByHand } from './support/projects/play1-project.ts'

const rounds = 5

/** Time from a push of changed code to the first response of a Play 1 application, compared with the same commands by hand. */
export default {
  name: 'play1',
  async run() {
    const registry = () => Promise.reject(new Error('no npm here'))
    const tool = createToolchains({ folder: toolchainCache, registry })
    await Promise.all([
      tool({ name: 'java', version: '8' }),
      tool({ name: 'play1', version: '1.5.0' }),
    ])
    await using berth = await TestBerth.start()
    const project = await createPlay1Project(berth, 'play1')
    await using hand = await play1ByHand(project)
    await project.commit()
    await project.push()
    await hand.push()
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < rounds; round++) {
      await project.commit()
      if (round % 2 === 0) ours.push(await project.push())
      theirs.push(await hand.push())
      if (round % 2 === 1) ours.push(await project.push())
    }
    const value = median(ours)
    const referenceValue = median(theirs)
    return [
      {
        name: 'push of Play 1, code-only change',
        value,
        unit: 'ms',
        reference: 'by hand, precompile and run',
        referenceValue,
        ratio: value / referenceValue,
        budget: 1.3,
      },
    ]
  },
} satisfies Bench
