import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  connectionLines,
  npmConfigIn,
  npmConfigOf,
  ownHomeVariable,
  withOwnHome,
} from './home-environment.ts'

/**
 * Gives this process, and whatever it starts from now on, a new home in the folder: a test must not depend on what the person
 * who runs it has configured, nor change it.
 */
export function takeOwnHome(folder: string): void {
  const home = homedir()
  const npmrc = readIfPresent(npmConfigOf(process.env, home))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(npmConfigIn(folder), connectionLines(npmrc, home))
  const environment = withOwnHome(process.env, home, folder)
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
}

function readIfPresent(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The runner gives all files of a run one home; a file that is run alone takes its own as soon as it imports this. */
const isTestFile = process.argv[1]?.endsWith('.test.ts') ?? false
const { HOME: home, [ownHomeVariable]: own } = process.env
if (isTestFile && (own === undefined || home !== own)) {
  const folder = mkdtempSync(join(tmpdir(), 'berth-home-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  takeOwnHome(folder)
}
