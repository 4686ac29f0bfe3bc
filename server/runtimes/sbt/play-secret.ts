import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { setting } from '#runtimes/variable.ts'
import type { JvmProperties } from './jvm-properties.ts'
import type { PlayConfiguration } from './play-configuration.ts'
import { isBelow, lineText, type PlayLine } from './play-version.ts'

export const applicationSecret = 'APPLICATION_SECRET'
const variable = applicationSecret

/** Secrets that everybody knows: of templates, of samples and of Play's own documentation. */
const publicSecrets: readonly string[] = [
  'changeme',
  'change-me',
  'change_me',
  'changethis',
  '%APPLICATION_SECRET%',
  'ad31779d4ee49d5ad5162bf1429c32e2e9933f3b',
  'QCY?tAnfk?aZ?iwrNwnxIlR6CTf:G3gf:90Latabg@5241AB`R5W:1uDFN];Ik@n',
]

/** What HMAC-SHA256 wants; Play 2.9 and later refuse less. */
const minBytes = 32

/** The key of the secret in a line of Play. */
function secretKey(line: PlayLine): string {
  if (isBelow(line, 2, 4)) return 'application.secret'
  return isBelow(line, 2, 6) ? 'play.crypto.secret' : 'play.http.secret.key'
}

const otherKeys = ['play.http.secret.key', 'play.crypto.secret', 'application.secret']

const howToMake =
  'Make a secret with `berth secret generate`, and set it: `berth env set APPLICATION_SECRET <secret>`.'

export interface SecretFacts {
  line: PlayLine
  config: PlayConfiguration
  properties: JvmProperties
  /** Options of the goal, which the log shows. */
  options: readonly string[]
  environment: Environment
  /** Whether the platform writes the start command, and Play is what it starts. */
  isOurStart: boolean
}

/** Before the application's configuration, which overrides it, or after it. */
export type SecretPlacement = 'default' | 'override'

/** How the secret reaches Play. Never says a secret. */
export interface SecretPlan {
  key: string
  /** Absent when the platform passes none. */
  placement?: SecretPlacement
  notes: string[]
  warnings: string[]
}

/** Passes the secret where the configuration has none that Play accepts; `canPass` when there is a way to. */
export function planSecret(facts: SecretFacts, canPass: boolean): SecretPlan {
  const { line, config, environment } = facts
  const key = secretKey(line)
  const placement = canPass ? placementOf(key, facts) : undefined
  if (!placement) return { key, notes: [], warnings: secretWarnings(facts) }
  const own = setting(environment, variable)
  const { path, problem } = config
  return {
    key,
    placement,
    notes: [own === undefined ? madeNote(key, facts) : passedNote(key, path)],
    warnings: [
      ...(problem === undefined ? [] : [`${path} ${problem}.`]),
      ...(own === undefined ? [] : valueWarnings(own, variable, facts)),
    ],
  }
}

const passedNote = (key: string, path: string) =>
  `${variable} is passed to Play as ${key}, because ${path} does not read it`

function madeNote(key: string, { config }: SecretFacts): string {
  const { path, configuration, isWhole } = config
  const why = configuration.has(key)
    ? `${path} has only a default`
    : `${path} sets none${isWhole || config.problem ? '' : ', unless a file that it includes does'}`
  return `Play gets ${key} from the platform, which keeps one for this application, because ${why}; ${variable} sets another`
}

/** Where the secret goes; `undefined` when Play has a good one, or may have. */
function placementOf(key: string, facts: SecretFacts): SecretPlacement | undefined {
  const { config, properties, environment } = facts
  const { configuration, isWhole } = config
  if (properties.has(key)) return undefined
  if (!configuration.has(key)) return 'default'
  const text = configuration.text(key)
  if (text === undefined) return isWhole ? 'override' : undefined
  if (isPublic(text)) return 'override'
  const variables = [...configuration.variables(key)]
  const isFromVariable = variables.some((name) => setting(environment, name))
  return !isFromVariable && setting(environment, variable) ? 'override' : undefined
}

/** What is wrong with the application's secret, before the framework refuses to start. */
function secretWarnings(facts: SecretFacts): string[] {
  const { line, config, properties, environment } = facts
  const key = secretKey(line)
  const option = properties.get(key)
  if (option !== undefined) {
    const isShown = facts.options.some((word) => word.startsWith(`-D${key}=`))
    const shown = `The log shows the option -D${key}: set ${variable} instead, and write the line ${lineFor(key)} into ${config.path}.`
    return [...valueWarnings(option, `The option -D${key}`, facts), ...(isShown ? [shown] : [])]
  }
  const isSet = setting(environment, variable) !== undefined
  const absence = absenceOf(key, facts)
  if (absence !== undefined) {
    const unread = isSet ? ` ${variable} is set, but nothing reads it.` : ''
    return [
      `${absence}${unread} Write the line ${lineFor(key)} there.`,
      ...(isSet ? [] : [howToMake]),
    ]
  }
  return config.configuration.has(key) ? presentWarnings(key, facts, isSet) : []
}

const lineFor = (key: string) => `${key} = \${?${variable}}`

/** A sentence about a key that is not there; `undefined` when it is, or may be. */
function absenceOf(key: string, { line, config }: SecretFacts): string | undefined {
  const { path, configuration, isWhole, problem } = config
  if (configuration.has(key)) return undefined
  const play = `Play ${lineText(line)}`
  const other = otherKeys.find((each) => configuration.has(each))
  if (other) return `${path} sets ${other}, which ${play} calls ${key}.`
  if (problem) return `${path} ${problem}, and ${play} does not start without ${key}.`
  return isWhole ? `${path} does not set ${key}, and ${play} does not start without it.` : undefined
}

function presentWarnings(key: string, facts: SecretFacts, isSet: boolean) {
  const { config, environment } = facts
  const { path, configuration } = config
  const variables = configuration.variables(key)
  const isRead = variables.has(variable)
  const text = configuration.text(key)
  // Another variable is as good.
  if (text !== undefined && [...variables].some((name) => setting(environment, name))) {
    return valueWarnings(text, isRead ? variable : `${key} in ${path}`, facts)
  }
  const isDefault = text === undefined || isPublic(text)
  if (isRead) {
    const consequence = isDefault
      ? 'Play does not start'
      : 'Play uses what stands in the repository'
    return [`${key} in ${path} reads ${variable}, which is not set: ${consequence}. ${howToMake}`]
  }
  const unread = isSet ? `, and nothing reads ${variable}` : ''
  const what = isDefault
    ? 'is a default, with which Play does not start'
    : 'stands in the repository, where everybody who has it can read it'
  return [
    `${key} in ${path} ${what}${unread}. Write the line ${lineFor(key)} after it.`,
    ...(isSet ? [] : [howToMake]),
  ]
}

/** Throws where Play certainly refuses to start. */
function valueWarnings(secret: string, origin: string, facts: SecretFacts): string[] {
  const { line, isOurStart } = facts
  const problem = valueProblem(secret, origin, line)
  if (problem === undefined) return []
  if (isOurStart && !isBelow(line, 2, 6)) throw new Failure('recipe', problem, [howToMake])
  return [`${problem} ${howToMake}`]
}

function valueProblem(secret: string, origin: string, line: PlayLine): string | undefined {
  if (isPublic(secret)) return `${origin} is a default secret, with which Play does not start.`
  const bytes = Buffer.byteLength(secret)
  if (isBelow(line, 2, 9) || bytes >= minBytes) return undefined
  return `${origin} has ${bytes} bytes, and Play ${lineText(line)} wants ${minBytes} or more.`
}

const isPublic = (secret: string) => secret.trim() === '' || publicSecrets.includes(secret.trim())
