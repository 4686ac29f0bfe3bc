import { glob } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Folder with the programs of the newest PostgreSQL on this machine, as installed by Debian. */
export async function findPrograms(): Promise<string> {
  const found: string[] = []
  for await (const path of glob('/usr/lib/postgresql/*/bin/postgres')) found.push(path)
  const version = (path: string) => Number(/postgresql\/(\d+)/.exec(path)?.[1])
  const [newest] = found.toSorted((one, other) => version(other) - version(one))
  if (!newest) throw new Error('PostgreSQL is not installed')
  return dirname(newest)
}
