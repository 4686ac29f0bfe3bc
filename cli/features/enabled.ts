import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { configFolder } from '#cli/profiles/profile.ts'
import { Refusal } from '#cli/refusal.ts'
import { replaceFile } from '#cli/replace-file.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import { type Feature, features, isFeature } from './feature.ts'

type HasEnv = Pick<Terminal, 'env'>

const fileOf = (terminal: HasEnv) => join(configFolder(terminal), 'features.json')

/** Features that the user has enabled. */
export async function readEnabled(terminal: HasEnv): Promise<ReadonlySet<Feature>> {
  const path = fileOf(terminal)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw new Refusal(`${path} cannot be read (${error.code}).`)
  })
  try {
    const states = Object.entries(JSON.parse(text))
    return new Set(states.flatMap(([name, on]) => (on === true && isFeature(name) ? [name] : [])))
  } catch {
    throw new Refusal(`${path} is damaged.`, 'Remove it and enable the features again.')
  }
}

export async function setEnabled(
  terminal: HasEnv,
  feature: Feature,
  isWanted: boolean,
): Promise<void> {
  const enabled = new Set(await readEnabled(terminal))
  if (isWanted) enabled.add(feature)
  else enabled.delete(feature)
  const states = Object.fromEntries([...enabled].map((name) => [name, true]))
  await replaceFile(fileOf(terminal), `${JSON.stringify(states, null, 2)}\n`)
}

/** Refuses a command whose feature is not enabled. */
export async function needFeature(terminal: HasEnv, feature: Feature): Promise<void> {
  if ((await readEnabled(terminal)).has(feature)) return
  throw new Refusal(
    `This command needs the feature '${feature}', which is not enabled.`,
    `Enable it with \`berth features enable ${feature}\`.`,
  )
}

/** Looks up a feature by name. */
export function knownFeature(name: string): Feature {
  if (isFeature(name)) return name
  throw new Refusal(`Unknown feature '${name}' (known: ${Object.keys(features).join(', ')}).`)
}
