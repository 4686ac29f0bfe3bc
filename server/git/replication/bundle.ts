import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Git } from '#git/git.ts'
import { streamDurably, writeDurably } from '#kit/files/durable-file.ts'

/** Git's own timeout of a bundle that is packed or unpacked, in milliseconds. */
const packTimeout = 600_000
const timeout = 30_000

/** A repository of this server, and the git runner. */
export interface LocalRepository {
  git: Git
  repository: string
}

/** Refs by name. */
export type Refs = Readonly<Record<string, string>>

export async function readRefs({ git, repository }: LocalRepository): Promise<Refs> {
  const args = [`--git-dir=${repository}`, 'for-each-ref', '--format=%(refname) %(objectname)']
  const lines = (await git.runOrThrow(args, { repository, timeout })).split('\n')
  return Object.fromEntries(lines.filter(Boolean).map((line) => line.split(' ')))
}

/** Sets all refs at once; those that are not named are deleted. */
export async function writeRefs(place: LocalRepository, wanted: Refs): Promise<void> {
  const present = await readRefs(place)
  const lines = [
    ...Object.entries(wanted).map(([name, commit]) => `update ${name} ${commit}`),
    ...Object.keys(present)
      .filter((name) => !(name in wanted))
      .map((name) => `delete ${name}`),
  ]
  await runWithInput(place, ['update-ref', '--stdin'], lines)
}

/** Those of the commits that the repository does not have. */
export async function missingCommits(
  place: LocalRepository,
  commits: readonly string[],
): Promise<Set<string>> {
  const output = await runWithInput(place, ['cat-file', '--batch-check'], commits)
  const missing = output.split('\n').filter((line) => line.endsWith(' missing'))
  return new Set(missing.map((line) => line.slice(0, -' missing'.length)))
}

/** Whether these refs have commits that none of the known ones leads to. */
export async function hasMore(
  place: LocalRepository,
  refs: readonly string[],
  known: readonly string[],
): Promise<boolean> {
  const words = ['rev-list', '--max-count=1', '--stdin']
  return (await runWithInput(place, words, [...refs, ...known.map((each) => `^${each}`)])) !== ''
}

/** The commits that no ref leads to any more. */
export async function unreferenced(
  place: LocalRepository,
  commits: readonly string[],
): Promise<string[]> {
  const { git, repository } = place
  const found: string[] = []
  for (const commit of commits) {
    const words = ['for-each-ref', '--count=1', `--contains=${commit}`]
    const args = [`--git-dir=${repository}`, ...words]
    if ((await git.runOrThrow(args, { repository, timeout })) === '') found.push(commit)
  }
  return found
}

/** A bundle of these refs without the commits that the known ones lead to. Reading it fails if git does. */
export async function* createBundle(
  { git, repository }: LocalRepository,
  refs: readonly string[],
  known: readonly string[],
): AsyncGenerator<Uint8Array> {
  const args = [`--git-dir=${repository}`, 'bundle', 'create', '--quiet', '-', '--stdin']
  const child = await git.start(args, { repository, timeout: packTimeout })
  try {
    child.stdin.end([...refs, ...known.map((each) => `^${each}`), ''].join('\n'))
    yield* child.stdout
    const { code, stderr } = await child.finished
    if (code !== 0) throw new Error(`git bundle create exited with ${code}: ${stderr.trim()}`)
  } finally {
    child.kill(new Error('nobody reads the bundle'))
  }
}

/** Adds the commits of a bundle to the repository; refs stay as they are. */
export async function unpackBundle(
  { git, repository }: LocalRepository,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = join(repository, 'incoming.bundle')
  try {
    await streamDurably(file, content)
    const args = [`--git-dir=${repository}`, 'bundle', 'unbundle', file]
    await git.runOrThrow(args, { repository, timeout: packTimeout })
  } finally {
    await rm(file, { force: true })
  }
}

/** Commits whose parents were never pushed, as git keeps them. */
export const readShallow = (repository: string): Promise<string> =>
  readFile(join(repository, 'shallow'), 'latin1').catch(() => '')

export async function writeShallow(repository: string, text: string): Promise<void> {
  if ((await readShallow(repository)) === text) return
  if (text === '') await rm(join(repository, 'shallow'), { force: true })
  else await writeDurably(join(repository, 'shallow'), text)
}

/** Runs a command that reads lines, and returns its output. */
async function runWithInput(
  { git, repository }: LocalRepository,
  words: readonly string[],
  lines: readonly string[],
): Promise<string> {
  const child = await git.start([`--git-dir=${repository}`, ...words], { repository, timeout })
  child.stdin.end(lines.map((line) => `${line}\n`).join(''))
  const output: Buffer[] = []
  for await (const chunk of child.stdout) output.push(chunk)
  const { code, stderr } = await child.finished
  if (code !== 0) throw new Error(`git ${words[0]} exited with ${code}: ${stderr.trim()}`)
  return Buffer.concat(output).toString()
}
