/** Former names of settings, by the present ones. They are accepted, and a start says which name to use. */
export const formerNames: Readonly<Record<string, string>> = {
  BERTH_BUILD_TIMEOUT: 'BERTH_BUILD_DEADLINE',
  BERTH_DRAIN_TIMEOUT: 'BERTH_SETTLE_DEADLINE',
  BERTH_HEALTH_CHECK_TIMEOUT: 'BERTH_HEALTH_CHECK_DEADLINE',
  BERTH_MAX_CONCURRENT_DEPLOYMENTS: 'BERTH_DEPLOYMENTS_AT_ONCE',
  BERTH_MAX_CONCURRENT_DEPLOYMENTS_PER_OWNER: 'BERTH_OWNER_DEPLOYMENTS_AT_ONCE',
  BERTH_PROVIDER_TIMEOUT: 'BERTH_PARTNER_DEADLINE',
  BERTH_SLOW_START_TIMEOUT: 'BERTH_SLOW_START_DEADLINE',
}

type Environment = Readonly<Record<string, string | undefined>>

/** The name by which the environment has the setting: the present one unless only the former one is given. */
export function givenName(environment: Environment, name: string): string {
  const former = formerNames[name]
  const isFormer = environment[name] === undefined && former && environment[former] !== undefined
  return isFormer ? former : name
}

/** The value of a setting, by whichever name it is given. */
export const givenValue = (environment: Environment, name: string): string | undefined =>
  environment[givenName(environment, name)]

/** Problems of settings that have different values by both names: it is not clear which one is meant. */
export const contradictions = (environment: Environment): string[] =>
  formerNamesIn(environment)
    .filter(([name, former]) => (environment[name] ?? environment[former]) !== environment[former])
    .map(([name, former]) => `${former} is the former name of ${name}: give only ${name}`)

/** Sentences for the operator about former names in use. */
export const formerNameWarnings = (environment: Environment): string[] =>
  formerNamesIn(environment).map(([name, former]) => `${former} is now ${name}: use that name`)

const formerNamesIn = (environment: Environment) =>
  Object.entries(formerNames).filter(([, former]) => environment[former] !== undefined)
