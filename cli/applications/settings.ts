import { nearest } from '#cli/nearest.ts'
import { Refusal } from '#cli/refusal.ts'
import type { Application } from '#client/resources/applications/applications.ts'

/** A setting of an application, by the name that the stock tool has for it. */
export interface Setting {
  summary: string
  /** `switch`: true or false; `text`: anything that the API accepts. */
  kind: 'switch' | 'text'
  /** When a change has an effect, as the end of a sentence. */
  applies: string
  read(application: Application): string | boolean
  /** The fields of the API for a value as it was typed; `undefined` for an invalid one. */
  change(typed: string): Record<string, unknown> | undefined
}

const text = (
  summary: string,
  applies: string,
  read: (application: Application) => string,
  change: (value: string) => Record<string, unknown>,
): Setting => ({ summary, kind: 'text', applies, read, change })

const toggle = (
  summary: string,
  applies: string,
  read: (application: Application) => boolean,
  change: (isOn: boolean) => Record<string, unknown>,
): Setting => ({
  summary,
  kind: 'switch',
  applies,
  read,
  change: (typed) => {
    const isOn = switchWords.get(typed)
    return isOn === undefined ? undefined : change(isOn)
  },
})

const switchWords = new Map([
  ['true', true],
  ['enabled', true],
  ['on', true],
  ['false', false],
  ['disabled', false],
  ['off', false],
])

const atOnce = 'at once'
const atDeployment = 'from the next deployment on'

/** Every setting that is neither a variable nor part of the scale. */
export const settings = {
  name: text(
    'Name of the application',
    atOnce,
    ({ name }) => name,
    (name) => ({ name }),
  ),
  description: text(
    'Description, shown in the console',
    atOnce,
    ({ description }) => description,
    (description) => ({ description }),
  ),
  branch: text(
    'Branch that deploys',
    'from the next push on',
    ({ branch }) => branch,
    (branch) => ({ branch }),
  ),
  'build-flavor': text(
    "Size of builds, or `disabled` for the platform's default",
    'from the next build on',
    ({ separateBuild, buildFlavor }) => (separateBuild ? buildFlavor.name : 'disabled'),
    (flavor) =>
      flavor === 'disabled'
        ? { separateBuild: false }
        : { separateBuild: true, buildFlavor: flavor },
  ),
  'zero-downtime': toggle(
    'Start the new version before the old one stops',
    atDeployment,
    ({ homogeneous }) => !homogeneous,
    (isOn) => ({ homogeneous: !isOn }),
  ),
  'sticky-sessions': toggle(
    'Send a visitor to the same instance each time',
    atOnce,
    ({ stickySessions }) => stickySessions,
    (stickySessions) => ({ stickySessions }),
  ),
  'cancel-on-push': toggle(
    'Let a push cancel the deployment in progress',
    'from the next push on',
    ({ cancelOnPush }) => cancelOnPush,
    (cancelOnPush) => ({ cancelOnPush }),
  ),
  'force-https': toggle(
    'Redirect visitors from HTTP to HTTPS',
    atOnce,
    ({ forceHttps }) => forceHttps === 'ENABLED',
    (isOn) => ({ forceHttps: isOn ? 'ENABLED' : 'DISABLED' }),
  ),
  task: toggle(
    'Run once per deployment instead of serving requests',
    atDeployment,
    ({ instance }) => instance.lifetime === 'TASK',
    (isOn) => ({ instanceLifetime: isOn ? 'TASK' : 'REGULAR' }),
  ),
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof settings

export const settingNames = Object.keys(settings) as SettingName[]

/** Looks up a setting by name. */
export function knownSetting(name: string): SettingName {
  const found = settingNames.find((known) => known === name)
  if (found) return found
  const meant = nearest(name, settingNames)
  throw new Refusal(
    `There is no setting '${name}' (settings: ${settingNames.join(', ')}).`,
    meant ? `Did you mean '${meant}'?` : '`berth env set` sets variables, `berth scale` sizes.',
  )
}

/** The fields of the API for a value as it was typed. */
export function settingChange(name: SettingName, typed: string): Record<string, unknown> {
  const change = settings[name].change(typed)
  if (change) return change
  throw new Refusal(`Invalid ${name} '${typed}': use true or false.`)
}
