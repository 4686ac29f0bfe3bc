import { blocksOf } from '#tests/support/visitors/guide.ts'
import { type MachineName, machineNames } from './three-machines.ts'

/** A block of the guide, and where it is typed. */
export interface GuideStep {
  line: number
  machines: MachineName[]
  script: string
  /** The heading above it. */
  part: string
}

/** Whether a step is one of setting up, whose headings are numbered. */
export const isSetUp = ({ part }: GuideStep) => /^\d/.test(part)

/** Blocks of a page whose first line is `# on one`, `# on one and two` or `# on each`. */
export const stepsOf = (file: string): GuideStep[] =>
  blocksOf(file)
    .filter(({ kind }) => kind === 'run')
    .map(({ line, code, heading }) => ({
      line,
      machines: machinesOf(file, line, code),
      script: code,
      part: heading,
    }))

function machinesOf(file: string, line: number, code: string): MachineName[] {
  const where = /^# on ([a-z ]+)$/m.exec(code.split('\n', 1)[0] ?? '')?.[1]
  if (where === 'each') return [...machineNames]
  const named = where?.split(' and ') ?? []
  const machines = machineNames.filter((name) => named.includes(name))
  if (machines.length === 0 || machines.length < named.length)
    throw new Error(`${file}:${line}: the block does not say on which machine it is typed`)
  return machines
}
