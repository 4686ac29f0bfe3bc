import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { historyFolder, type Profile } from '#cli/profiles/profile.ts'
import { Refusal } from '#cli/refusal.ts'
import { replaceFile } from '#cli/replace-file.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Variables } from './variable-changes.ts'
import type { VariableSet } from './variable-set.ts'

/** Variables before a change made from this machine. */
export interface VariableState {
  /** ISO 8601. */
  date: string
  /** Command that made the change. */
  before: string
  variables: Variables
}

const maxStates = 10

type Environment = Pick<Terminal, 'env'>

/** Previous states of a set, newest first. */
export async function readHistory(
  terminal: Environment,
  profile: Profile,
  set: VariableSet,
): Promise<VariableState[]> {
  const file = historyFile(terminal, profile, set)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '[]'
    throw new Refusal(`${file} cannot be read (${error.code}).`)
  })
  try {
    const states = JSON.parse(text)
    if (Array.isArray(states)) return states
  } catch {}
  throw new Refusal(`${file} is damaged.`, 'Remove it.')
}

/**
 * Stores the state before a change in a file with mode 0600, beside the credentials that can read the same variables.
 * Nothing is stored for credentials from the environment, because those are not written to the disk either.
 */
export async function keepState(
  terminal: Environment & Pick<Terminal, 'err'>,
  profile: Profile,
  set: VariableSet,
  { before, variables }: Pick<VariableState, 'before' | 'variables'>,
): Promise<void> {
  if ('apiToken' in profile.credentials) return
  try {
    const former = await readHistory(terminal, profile, set).catch(() => [])
    const state: VariableState = { date: new Date().toISOString(), before, variables }
    const states = [state, ...former].slice(0, maxStates)
    await replaceFile(historyFile(terminal, profile, set), `${JSON.stringify(states)}\n`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    terminal.err(`The previous variables could not be saved for undo (${code}).\n`)
  }
}

const historyFile = (terminal: Environment, { name }: Profile, { kind, id }: VariableSet) =>
  join(historyFolder(terminal, name), `${kind}-${encodeURIComponent(id)}.json`)
