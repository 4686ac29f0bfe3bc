import type { Options } from '#cli/define-command.ts'
import { Refusal } from '#cli/refusal.ts'

/** Option of the commands that set a name; the API allows duplicates. */
export const duplicateOption = {
  'allow-duplicate': { type: 'boolean', summary: 'Allow a second one with this name' },
} as const satisfies Options

export interface NameRequest {
  /** Kind of the thing, such as `an application`. */
  kind: string
  name: string
  /** Owner's name, for the message. */
  owner: string
  /** Names in use. */
  taken: readonly string[]
  /** What the user may have wanted instead. */
  instead?: string
}

/** Refuses a name that is in use and suggests a free one. */
export function refuseDuplicate(
  { kind, name, owner, taken, instead }: NameRequest,
  options: { 'allow-duplicate': boolean },
): void {
  if (options['allow-duplicate'] || !taken.includes(name)) return
  const sentences = [
    `Use another name, such as ${freeName(name, taken)}`,
    instead,
    'or pass --allow-duplicate',
  ]
  throw new Refusal(
    `${owner} already has ${kind} '${name}'.`,
    `${sentences.filter(Boolean).join(', ')}.`,
  )
}

function freeName(name: string, taken: readonly string[]): string {
  for (let number = 2; ; number++)
    if (!taken.includes(`${name}-${number}`)) return `'${name}-${number}'`
}
