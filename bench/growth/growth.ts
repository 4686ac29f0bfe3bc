import type { Bench } from '#bench/support/figure.ts'
import { pushFigures } from './push-growth.ts'
import { serverFigures } from './server-growth.ts'

const sizes = [10, 100, 1000, 5000]

/**
 * What one application among many costs, compared with one among fewer: nothing may grow faster than their number. Start, lists and memory are those of
 * the server; pushes go to the memory engine, so that builds do not hide what the platform itself does.
 */
export default {
  name: 'growth',
  async run() {
    return [...(await serverFigures(sizes)), ...(await pushFigures(sizes))]
  },
} satisfies Bench
