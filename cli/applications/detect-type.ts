import { readdir, readFile, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { Refusal } from '#cli/refusal.ts'
import { nextLine } from '#cli/terminal/next-line.ts'
import type { Output } from '#cli/terminal/output.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import { detectTypes } from '#client/detection/detect-type.ts'
import type { FittingType, Project } from '#client/detection/project.ts'

/** The types of application that the files of a folder are for. */
export const typesOf = (folder: string): Promise<FittingType[]> => detectTypes(projectIn(folder))

const projectIn = (folder: string): Project => ({
  isFile: (path) =>
    stat(join(folder, path)).then(
      (entry) => entry.isFile(),
      () => false,
    ),
  read: (path) => readFile(join(folder, path), 'utf8').catch(() => undefined),
})

/** The type that was named, else the one that fits, which is told; of several the one that is chosen. */
export async function chooseType(
  terminal: Terminal,
  { tell }: Pick<Output, 'tell'>,
  folder: string,
  named: string | undefined,
): Promise<string> {
  if (named !== undefined) return named
  const [first, ...others] = await typesOf(folder)
  if (!first) throw await noType(folder)
  const chosen = others.length === 0 ? first : await askType(terminal, [first, ...others])
  const { type, because, advice } = chosen
  tell(`Type ${type}, by ${because}; --type chooses another.`)
  if (advice) tell(advice)
  return type
}

/** Asks which of several types it shall be; without a terminal it refuses, and names them. */
async function askType(terminal: Terminal, types: readonly FittingType[]): Promise<FittingType> {
  const listed = types.map(({ type, because }) => `${type} (${because})`)
  if (!terminal.interactive)
    throw new Refusal(
      `The files of this folder fit several types: ${listed.join(', ')}.`,
      `Pass --type, such as --type ${types[0]?.type}.`,
    )
  terminal.err(`The files of this folder fit several types:\n`)
  for (const [at, line] of listed.entries()) terminal.err(`  ${at + 1}  ${line}\n`)
  terminal.err('Which one? ')
  const answer = (await nextLine(terminal)).text.trim()
  const chosen = types.find(({ type }, at) => answer === type || answer === `${at + 1}`)
  if (!chosen) throw new Refusal('Nothing was done: answer with one of these, or pass --type.')
  return chosen
}

async function noType(folder: string): Promise<Refusal> {
  const below = await applicationBelow(folder)
  return new Refusal(
    'The files of this folder do not tell the type of the application.',
    below
      ? `${posix.join(below.folder, below.because)} does: pass --type ${below.type}, and set APP_FOLDER to ${below.folder} with \`berth env set\`.`
      : 'Pass --type, such as --type node.',
  )
}

const maxFolders = 50

async function applicationBelow(
  folder: string,
): Promise<(FittingType & { folder: string }) | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const folders = entries.filter(
    (entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name),
  )
  for (const { name } of folders.slice(0, maxFolders)) {
    const [first] = await typesOf(join(folder, name))
    if (first) return { ...first, folder: name }
  }
  return undefined
}
