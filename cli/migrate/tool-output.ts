import { Refusal } from '#cli/refusal.ts'

type Fields = Readonly<Record<string, unknown>>

/** The objects of a list that another tool printed. */
export function objectsOf(value: unknown, command: string): readonly Fields[] {
  if (Array.isArray(value) && value.every(isObject)) return value
  throw unexpected(command)
}

export function objectOf(value: unknown, command: string): Fields {
  if (isObject(value)) return value
  throw unexpected(command)
}

export function textOf(object: Fields, field: string, command: string): string {
  const value = object[field]
  if (typeof value === 'string') return value
  throw unexpected(command)
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const unexpected = (command: string) =>
  new Refusal(
    `\`${command}\` printed something else than expected.`,
    'Set the variables with `berth env import` instead.',
  )
