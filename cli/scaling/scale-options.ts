import type { Options, OptionValues } from '#cli/define-command.ts'
import { Refusal } from '#cli/refusal.ts'
import type { Application } from '#client/resources/applications/applications.ts'

const size = { type: 'string', value: 'flavor' } as const
const count = { type: 'string', value: 'number' } as const

/** Options of `berth scale`, the same as of the stock tool. */
export const scaleOptions = {
  flavor: { ...size, summary: 'Size of the instances' },
  'min-flavor': { ...size, summary: 'Smallest size, for autoscaling' },
  'max-flavor': { ...size, summary: 'Largest size, for autoscaling' },
  instances: { ...count, summary: 'Number of instances' },
  'min-instances': { ...count, summary: 'Smallest number of instances, for autoscaling' },
  'max-instances': { ...count, summary: 'Largest number of instances, for autoscaling' },
  'build-flavor': {
    ...size,
    summary: "Size of builds, or `disabled` for the platform's default",
  },
} as const satisfies Options

export type ScaleChange = {
  minFlavor?: string
  maxFlavor?: string
  minInstances?: number
  maxInstances?: number
  separateBuild?: boolean
  buildFlavor?: string
}

/** The change that the options ask for; `undefined` when there are none. A single bound takes the other one along. */
export function readScale(
  options: OptionValues<typeof scaleOptions>,
  { instance }: Pick<Application, 'instance'>,
): ScaleChange | undefined {
  refuseBoth(options, 'flavor')
  refuseBoth(options, 'instances')
  const change: ScaleChange = {}
  const rank = (name: string) => rankIn(instance, name)
  const minFlavor = options.flavor ?? options['min-flavor']
  const maxFlavor = options.flavor ?? options['max-flavor']
  if (minFlavor !== undefined) {
    change.minFlavor = minFlavor
    if (maxFlavor === undefined && rank(minFlavor) > rank(instance.maxFlavor.name))
      change.maxFlavor = minFlavor
  }
  if (maxFlavor !== undefined) {
    change.maxFlavor = maxFlavor
    if (minFlavor === undefined && rank(maxFlavor) < rank(instance.minFlavor.name))
      change.minFlavor = maxFlavor
  }
  const minInstances = countOf(options, 'min-instances') ?? countOf(options, 'instances')
  const maxInstances = countOf(options, 'max-instances') ?? countOf(options, 'instances')
  if (minInstances !== undefined) {
    change.minInstances = minInstances
    if (maxInstances === undefined && minInstances > instance.maxInstances)
      change.maxInstances = minInstances
  }
  if (maxInstances !== undefined) {
    change.maxInstances = maxInstances
    if (minInstances === undefined && maxInstances < instance.minInstances)
      change.minInstances = maxInstances
  }
  const buildFlavor = options['build-flavor']
  if (buildFlavor !== undefined) {
    change.separateBuild = buildFlavor !== 'disabled'
    if (change.separateBuild) change.buildFlavor = buildFlavor
  }
  return Object.keys(change).length > 0 ? change : undefined
}

function refuseBoth(
  options: OptionValues<typeof scaleOptions>,
  name: 'flavor' | 'instances',
): void {
  if (options[name] === undefined) return
  if (options[`min-${name}`] === undefined && options[`max-${name}`] === undefined) return
  throw new Refusal(`--${name} sets both bounds: leave --min-${name} and --max-${name} out.`)
}

function countOf(
  options: OptionValues<typeof scaleOptions>,
  name: 'instances' | 'min-instances' | 'max-instances',
): number | undefined {
  const text = options[name]
  if (text === undefined) return undefined
  if (/^\d{1,2}$/.test(text) && Number(text) >= 1) return Number(text)
  throw new Refusal(`Invalid number '${text}' for --${name}: use a number from 1 to 20.`)
}

/** Position among the sizes; the platform refuses an unknown one. */
const rankIn = ({ flavors }: Application['instance'], name: string): number =>
  flavors.findIndex((flavor) => flavor.name.toLowerCase() === name.toLowerCase())
