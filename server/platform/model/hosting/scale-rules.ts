import type { Environment } from './environment.ts'

/** Thresholds of autoscaling. */
export interface ScaleRules {
  /** Shares of the CPUs of all instances together: more are needed above the first, fewer below the second. */
  cpuUp: number
  cpuDown: number
  /** Share of the memory of an instance above which it needs a larger flavor. */
  memoryUp: number
  /** Requests per second that an instance is meant to serve; absent unless the owner says so. */
  requests?: number
}

/** Autoscaling's times, in milliseconds, and what the machine has. */
export interface AutoscalingPolicies {
  /** Time between two looks at the load. */
  interval: number
  /** How long the load must have been high, or low, on average. */
  upAfter: number
  downAfter: number
  /** Least time between two changes; doubled by each failure in a row. */
  pause: number
  /** CPUs of the machine: an instance cannot use more, whatever its flavor. */
  cpus: number
}

export const defaultRules: ScaleRules = { cpuUp: 0.75, cpuDown: 0.25, memoryUp: 0.85 }

/** Names of the variables by which an owner sets thresholds. */
export const ruleVariables = {
  cpuUp: 'CC_AUTOSCALE_CPU_UP',
  cpuDown: 'CC_AUTOSCALE_CPU_DOWN',
  memoryUp: 'CC_AUTOSCALE_MEMORY_UP',
  requests: 'CC_AUTOSCALE_REQUESTS',
} as const

/** Thresholds by an application's variables. What they say was checked when they were deployed. */
export function rulesOf(environment: Environment): ScaleRules {
  const numberIn = (name: string) => {
    const value = Number(environment[name]?.trim() || Number.NaN)
    return Number.isFinite(value) && value > 0 ? value : undefined
  }
  const share = (name: string, fallback: number) => (numberIn(name) ?? fallback * 100) / 100
  const cpuUp = share(ruleVariables.cpuUp, defaultRules.cpuUp)
  const requests = numberIn(ruleVariables.requests)
  return {
    cpuUp,
    // Thresholds that are close to each other would add and remove the same instance in turn.
    cpuDown: Math.min(share(ruleVariables.cpuDown, defaultRules.cpuDown), cpuUp / 2),
    memoryUp: share(ruleVariables.memoryUp, defaultRules.memoryUp),
    ...(requests !== undefined && { requests }),
  }
}
