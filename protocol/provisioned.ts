import { type ReadConfig, readConfig, type Unreadable } from './config.ts'
import { hasControls, isObject, kindOf, own } from './json-value.ts'
import type { Manifest } from './manifest/manifest.ts'
import { readMessage } from './message.ts'

/** What a provider answers to an order, as far as it counts. */
export interface Provisioned extends ReadConfig {
  /** What the provider calls the resource. */
  id: string
  /** For the customer. */
  message: string | undefined
  /** Sentences for the provider: nothing of this refuses the answer. */
  warnings: string[]
}

type Variables = { api: Pick<Manifest['api'], 'config_vars'> }

const maxIdLength = 255

/** Reads the body of a successful answer to `POST {base_url}`, or says in one sentence what is wrong with it. */
export function readProvisioned(value: unknown, { api }: Variables): Provisioned | Unreadable {
  if (!isObject(value)) return { problem: `The answer must be an object; it is ${kindOf(value)}.` }
  const id = own(value, 'id')
  if (typeof id !== 'string') return { problem: `'id' must be a text; it is ${kindOf(id)}.` }
  if (id === '' || id.length > maxIdLength || hasControls(id))
    return { problem: `'id' must have 1 to ${maxIdLength} characters, none of them a control.` }
  // As the last part of an address these would mean another one.
  if (id === '.' || id === '..') return { problem: `'id' cannot be '${id}'.` }
  const config = readConfig(own(value, 'config'), api.config_vars)
  if ('problem' in config) return config
  return { ...config, id, ...messageOf(own(value, 'message'), warningsOf(id, config)) }
}

/** What a provider answers to a change of plan. */
export type PlanChanged = Omit<Provisioned, 'id'>

/** The body of `PUT {base_url}/{id}`. */
export interface PlanChangeRequest {
  addon_id: string
  /** The same as `addon_id`. */
  heroku_id: string
  /** The slug of the plan that it shall have. */
  plan: string
  region: string
}

export const planChangeRequest = (addonId: string, plan: string): PlanChangeRequest => ({
  addon_id: addonId,
  heroku_id: addonId,
  plan,
  region: 'EU',
})

/** Reads the body of a successful answer to `PUT {base_url}/{id}`; no body at all means that nothing else changes. */
export function readPlanChanged(value: unknown, { api }: Variables): PlanChanged | Unreadable {
  const body = value ?? {}
  if (!isObject(body)) return { problem: `The answer must be an object; it is ${kindOf(body)}.` }
  const config = readConfig(own(body, 'config'), api.config_vars)
  if ('problem' in config) return config
  const unknown = config.ignored.map((key) => `'config.${key}' is not in the manifest.`)
  return { ...config, ...messageOf(own(body, 'message'), unknown) }
}

function warningsOf(id: string, { ignored, missing }: ReadConfig): string[] {
  return [
    ...(/addon_[0-9a-f-]{36}/.test(id)
      ? [`'id' repeats the platform's own id; it should be yours.`]
      : []),
    ...ignored.map((key) => `'config.${key}' is not in the manifest and is ignored.`),
    ...missing.map((name) => `'config' has no value for '${name}'.`),
  ]
}

function messageOf(
  message: unknown,
  warnings: string[],
): Pick<Provisioned, 'message' | 'warnings'> {
  const isText = message === undefined || message === null || typeof message === 'string'
  return {
    message: readMessage(message),
    warnings: isText ? warnings : [...warnings, `'message' must be a text.`],
  }
}
