import type { Options } from '#cli/define-command.ts'
import { Refusal } from '#cli/refusal.ts'

/** For commands that give a name, which the API lets several things share. */
export const duplicateOption = {
  'allow-duplicate': { type: 'boolean', summary: 'Allow a second one of this name' },
} as const satisfies Options

export interface NameWish {
  /** What is named, such as `an application`. */
  kind: string
  name: string
  /** Who has the others, for the sentence. */
  owner: string
  /** The names that are taken. */
  taken: readonly string[]
  /** What else could have been meant. */
  instead?: string
}

/** Refuses a name that is taken, with a free one like it. */
export function refuseDuplicate(
  { kind, name, owner, taken, instead }: NameWish,
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
