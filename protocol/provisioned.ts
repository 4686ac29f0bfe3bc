import { type ReadConfig, readConfig, type Unreadable } from './config.ts'
import type { Manifest } from './manifest/manifest.ts'
import { readMessage } from './message.ts'
import {
  check,
  maxLength,
  minLength,
  optional,
  pipe,
  readOrProblem,
  shape,
  text,
  unknown,
  withoutControls,
} from './shape.ts'

/** Parsed response of a provider to an order. */
export interface ProvisionResult extends ReadConfig {
  /** The provider's id of the resource. */
  id: string
  /** For the customer. */
  message: string | undefined
  /** Sentences for the provider, none of which rejects the response. */
  warnings: string[]
}

type Variables = { api: Pick<Manifest['api'], 'config_vars'> }

const maxIdLength = 255
const badId = `must have 1 to ${maxIdLength} characters, none of them a control`
const planAnswer = { config: optional(unknown()), message: optional(unknown()) }
const isNoObject = (kind: string) => `must be an object; it is ${kind}`

const answerSchema = shape(
  {
    id: pipe(
      text((kind) => `must be a text; it is ${kind}`),
      minLength(1, badId),
      maxLength(maxIdLength, badId),
      withoutControls(badId),
      // As the last segment of a URL these would mean another one.
      check((id) => id !== '.', `cannot be '.'`),
      check((id) => id !== '..', `cannot be '..'`),
    ),
    ...planAnswer,
  },
  isNoObject,
)
const planAnswerSchema = shape(planAnswer, isNoObject)

/** Parses the body of a successful response to `POST {base_url}`, or returns one sentence about its problem. */
export function readProvisioned(value: unknown, { api }: Variables): ProvisionResult | Unreadable {
  const { value: answer, problem } = readOrProblem(answerSchema, value, 'The answer')
  if (problem !== undefined) return { problem }
  const { id, message } = answer
  const config = readConfig(answer.config, api.config_vars)
  if ('problem' in config) return config
  return { ...config, id, ...messageOf(message, warningsOf(id, config)) }
}

/** Parsed response of a provider to a plan change. */
export type PlanChangeResult = Omit<ProvisionResult, 'id'>

/** The body of `PUT {base_url}/{id}`. */
export interface PlanChangeRequest {
  addon_id: string
  /** The same as `addon_id`. */
  heroku_id: string
  /** Slug of the new plan. */
  plan: string
  region: string
}

export const planChangeRequest = (addonId: string, plan: string): PlanChangeRequest => ({
  addon_id: addonId,
  heroku_id: addonId,
  plan,
  region: 'EU',
})

/** Parses the body of a successful response to `PUT {base_url}/{id}`; an empty body means no other change. */
export function readPlanChanged(value: unknown, { api }: Variables): PlanChangeResult | Unreadable {
  const { value: answer, problem } = readOrProblem(planAnswerSchema, value ?? {}, 'The answer')
  if (problem !== undefined) return { problem }
  const config = readConfig(answer.config, api.config_vars)
  if ('problem' in config) return config
  const ignored = config.ignored.map((key) => `'config.${key}' is not in the manifest.`)
  return { ...config, ...messageOf(answer.message, ignored) }
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
): Pick<ProvisionResult, 'message' | 'warnings'> {
  const isText = message === undefined || message === null || typeof message === 'string'
  return {
    message: readMessage(message),
    warnings: isText ? warnings : [...warnings, `'message' must be a text.`],
  }
}
