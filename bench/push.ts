import { byHand } from '#bench/by-hand.ts'
import { createExpressProject } from '#bench/express-project.ts'
import { type Bench, type Figure, median } from '#bench/figure.ts'
import { TestBerth } from '#tests/fixtures/berth.ts'

const codeRounds = 9
const coldRounds = 5

/** From a push to the first visitor who sees it, beside the same steps without a platform. */
export default {
  name: 'push',
  async run() {
    await using berth = await TestBerth.start()
    return [...(await measureChanges(berth)), await measureFirstPush(berth)]
  },
} satisfies Bench

/** An application that has been deployed before: both sides have what npm has downloaded and compiled. */
async function measureChanges(berth: TestBerth): Promise<Figure[]> {
  const project = await createExpressProject(berth, 'changing')
  await using hand = await byHand(project)
  await project.commit('dependencies')
  await project.push()
  await hand.install()
  const code = await alternate(codeRounds, async () => {
    await project.commit('code')
    return [project.push, hand.push]
  })
  const cold = await alternate(coldRounds, async () => {
    await project.commit('dependencies')
    return [project.push, hand.install]
  })
  return [
    figure('push, code-only change', code, 'by hand', 2.5),
    figure('push, other dependencies', cold, 'npm ci + start', 1.15),
  ]
}

/** A new application each time: neither side has ever run npm. */
async function measureFirstPush(berth: TestBerth): Promise<Figure> {
  await using stack = new AsyncDisposableStack()
  let count = 0
  const times = await alternate(coldRounds, async () => {
    const project = await createExpressProject(berth, `new-${++count}`)
    const hand = stack.use(await byHand(project))
    await project.commit('dependencies')
    return [project.push, hand.install]
  })
  return figure('push, first one, nothing downloaded', times, 'npm ci + start', 1.15)
}

type Timed = () => Promise<number>

/** Times both in turn; the one who is first in one round is second in the next. */
async function alternate(rounds: number, prepare: () => Promise<[Timed, Timed]>) {
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
