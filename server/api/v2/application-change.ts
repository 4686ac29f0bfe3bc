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
import { Refusal } from '#platform/model/refusal.ts'

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
  oauthService: 'only a new application takes it, berth connect is for the others',
  oauthApp: 'only a new application takes it, berth connect is for the others',
  oauthAppId: 'name the repository with owner and name in oauthApp instead',
  githubApp: 'name the repository with owner and name in oauthApp instead',
  publicGitRepositoryUrl: 'only a new application takes it, berth connect is for the others',
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

/** The repository that a new application is deployed from: one at GitHub by its name, or a public one by its URL. */
export const connectionSchema = {
  oauthService: optional(oneOf('github')),
  oauthApp: optional(object({ owner: string, name: string })),
  publicGitRepositoryUrl: optional(string),
}

/** The URL in the body of a new application, if it names a repository; `github` is where those with a name are. */
export function repositoryUrlIn(
  { oauthApp, publicGitRepositoryUrl }: Infer<typeof connectionObject>,
  github: string,
): string | undefined {
  if (!oauthApp) return publicGitRepositoryUrl
  const { owner, name } = oauthApp
  if (/^[\w.-]+$/.test(owner) && /^[\w.-]+$/.test(name)) return `${github}/${owner}/${name}`
  throw new Refusal('invalid', 'oauthApp does not name a repository: give its owner and its name.')
}

const connectionObject = object(connectionSchema)
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
