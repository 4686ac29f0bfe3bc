import type { Environment } from '#platform/applications/environment.ts'
import { setting } from '#runtimes/variable.ts'
import type { JvmProperties } from './jvm-properties.ts'
import type { PlayConfiguration } from './play-configuration.ts'
import { isBelow, lineText, type PlayLine } from './play-version.ts'

const variable = 'APPLICATION_SECRET'

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
export function secretKey(line: PlayLine): string {
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
}

/** What is wrong with the application's secret, before the framework refuses to start. Never says a secret. */
export function secretWarnings(facts: SecretFacts): string[] {
  const { line, config, properties, environment } = facts
  const key = secretKey(line)
  const option = properties.get(key)
  if (option !== undefined) {
    const isShown = facts.options.some((word) => word.startsWith(`-D${key}=`))
    const shown = `The log shows the option -D${key}: set ${variable} instead, and write the line ${lineFor(key)} into ${config.path}.`
    return [...valueWarnings(option, `The option -D${key}`, line), ...(isShown ? [shown] : [])]
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

function presentWarnings(key: string, { line, config, environment }: SecretFacts, isSet: boolean) {
  const { path, configuration } = config
  const variables = configuration.variables(key)
  const isRead = variables.has(variable)
  const text = configuration.text(key)
  // Another variable is as good.
  if (text !== undefined && [...variables].some((name) => setting(environment, name))) {
    return valueWarnings(text, isRead ? variable : `${key} in ${path}`, line)
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

function valueWarnings(secret: string, origin: string, line: PlayLine): string[] {
  if (isPublic(secret)) {
    return [`${origin} is a default secret, with which Play does not start. ${howToMake}`]
  }
  const bytes = Buffer.byteLength(secret)
  if (isBelow(line, 2, 9) || bytes >= minBytes) return []
  return [
    `${origin} has ${bytes} bytes, and Play ${lineText(line)} wants ${minBytes} or more. ${howToMake}`,
  ]
}

const isPublic = (secret: string) => secret.trim() === '' || publicSecrets.includes(secret.trim())
