import {
  boolean,
  clearable,
  type Infer,
  integer,
  object,
  oneOf,
  optional,
  type Schema,
  string,
} from '#kit/schema.ts'
import type { ApplicationChange } from '#platform/applications/application.ts'

/** By name, or as the record that we give out. */
const flavor: Schema<string> = {
  json: { anyOf: [string.json, object({ name: string }).json] },
  read: (value, path, problems) =>
    typeof value === 'object' && value !== null
      ? object({ name: string }).read(value, path, problems)?.name
      : string.read(value, path, problems),
}

/** What clients may send of an application; they send whole records back, so unknown names are left alone. */
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
  forceHttps: optional(oneOf('ENABLED', 'DISABLED')),
  instanceLifetime: optional(oneOf('REGULAR', 'TASK')),
}

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
] as const satisfies (keyof ApplicationChange)[]

/** Only what was sent. */
export function changeFromWire(body: Infer<typeof changeObject>): ApplicationChange {
  const change: ApplicationChange = Object.fromEntries(
    names.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]),
  )
  if (body.forceHttps) change.forceHttps = body.forceHttps === 'ENABLED'
  if (body.instanceLifetime) change.isTask = body.instanceLifetime === 'TASK'
  return change
}
