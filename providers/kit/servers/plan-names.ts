import { totalmem } from 'node:os'
import { DeclinedError } from '#providers/kit/declined.ts'

/** A plan and all names by which it can be ordered. */
export interface NamedPlan {
  slug: string
  /** Slugs of earlier versions: stored resources and scripts still use them. */
  aliases?: readonly string[]
  /** In bytes; 0 on a shared server. */
  memory: number
}

/** Slugs and aliases of plans. */
export const planNames = (plans: readonly NamedPlan[]): string[] =>
  plans.flatMap(({ slug, aliases = [] }) => [slug, ...aliases])

/** Finds a plan by its slug, or by an alias. */
export const planFinder =
  <P extends NamedPlan>(plans: readonly P[]) =>
  (name: string): P => {
    const plan =
      plans.find(({ slug }) => slug === name) ??
      plans.find(({ aliases }) => aliases?.includes(name))
    if (!plan) throw new DeclinedError(`There is no plan '${name}'.`)
    return plan
  }

const gigabyte = 1024 ** 3
const inGigabytes = (bytes: number) => `${Number((bytes / gigabyte).toFixed(1))} GB`

/** Declines a plan with more memory than the machine has. */
export function requireMemory({ slug, memory }: NamedPlan, available = totalmem()): void {
  if (memory <= available) return
  throw new DeclinedError(
    `The plan '${slug}' has ${inGigabytes(memory)} of memory, and this machine ${inGigabytes(available)}: choose a smaller one.`,
  )
}
