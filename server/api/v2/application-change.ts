import {
  array,
  boolean,
  check,
  clearable,
  description,
  type Infer,
  integer,
  object,
  oneOf,
  optional,
  pipe,
  string,
  textOr,
  transform,
  unknown,
} from '#kit/schema.ts'
import type { ApplicationChange } from '#platform/model/hosting/application.ts'

/** By name, or as the flavor record that we send. */
const flavor = pipe(
  textOr(object({ name: string })),
  transform((given) => (typeof given === 'string' ? given : given.name)),
)

/** Fields that clients may send; they send whole records back, so unknown names are ignored. */
export const changeSchema = {
  name: optional(string),
  description: clearable,
  branch: optional(string),
  minFlavor: optional(flavor),
  maxFlavor: optional(flavor),
  buildFlavor: optional(flavor),
  minInstances: optional(integer),
  maxInstances: optional(integer),
  separateBuild: optional(boolean),
  stickySessions: optional(boolean),
  homogeneous: optional(boolean),
  cancelOnPush: optional(boolean),
  favourite: optional(boolean),
  archived: optional(boolean),
  tags: optional(array(string)),
  forceHttps: optional(oneOf('ENABLED', 'DISABLED')),
  instanceLifetime: optional(oneOf('REGULAR', 'TASK')),
}

/** Unsupported fields, listed so that they are refused instead of ignored silently. */
const unsupported = {
  deploy: 'applications are deployed with git: leave it out or send "git"',
  oauthService: 'applications are not deployed from another service: push to their own repository',
  oauthApp: 'applications are not deployed from another service: push to their own repository',
  oauthAppId: 'applications are not deployed from another service: push to their own repository',
  githubApp: 'applications are not deployed from another service: push to their own repository',
  publicGitRepositoryUrl: 'push the repository to that of the application instead',
  applianceId: 'there are no appliances here',
  shutdownable: 'applications are not shut down when nobody visits them',
  webhookUrl: 'applications have no webhook',
} as const

type Unsupported = keyof typeof unsupported

/** Accepts only a value without effect: absent, `null`, empty, `false`, an empty list, and `git`. */
const asksForNothing = (name: Unsupported) =>
  optional(
    pipe(
      unknown,
      check((value) => {
        const isGit = name === 'deploy' && typeof value === 'string' && /^git$/i.test(value)
        const isEmptyList = Array.isArray(value) && value.length === 0
        return value === false || isEmptyList || isGit
      }, `is not supported: ${unsupported[name]}`),
      description(`Not supported: ${unsupported[name]}`),
    ),
  )

/** Refuses unsupported fields in every body of an application. */
export const unsupportedSchema = Object.fromEntries(
  (Object.keys(unsupported) as Unsupported[]).map((name) => [name, asksForNothing(name)]),
) as Record<Unsupported, ReturnType<typeof asksForNothing>>

const changeObject = object(changeSchema)

const names = [
  'name',
  'description',
  'branch',
  'minFlavor',
  'maxFlavor',
  'buildFlavor',
  'minInstances',
  'maxInstances',
  'separateBuild',
  'stickySessions',
  'homogeneous',
  'cancelOnPush',
  'favourite',
  'archived',
  'tags',
] as const satisfies (keyof ApplicationChange)[]

/** Converts only the fields that were sent. */
export function changeFromWire(body: Infer<typeof changeObject>): ApplicationChange {
  const change: ApplicationChange = Object.fromEntries(
    names.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]),
  )
  if (body.forceHttps) change.forceHttps = body.forceHttps === 'ENABLED'
  if (body.instanceLifetime) change.isTask = body.instanceLifetime === 'TASK'
  return change
}
