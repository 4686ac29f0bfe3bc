import type { Source } from '#platform/model/hosting/deployments/source.ts'

const maxFolders = 30
const maxFiles = 60

/** Folders below the application's with a program, `.` first: its own, and those of `cmd`. */
export async function findMainPackages(source: Source): Promise<string[]> {
  if (await hasProgram(source, '')) return ['.']
  const folders = (await source.list('cmd')).filter((name) => name.endsWith('/'))
  const found: string[] = []
  for (const name of folders.slice(0, maxFolders)) {
    const folder = `cmd/${name.slice(0, -1)}`
    if (await hasProgram(source, folder)) found.push(folder)
  }
  if (found.length === 0 && (await hasProgram(source, 'cmd'))) return ['cmd']
  return found
}

/** Whether a folder has Go files of a package `main`, besides tests and files that only other tools run. */
async function hasProgram(source: Source, folder: string): Promise<boolean> {
  const files = (await source.list(folder)).filter(
    (name) => name.endsWith('.go') && !name.endsWith('_test.go') && !/^[._]/.test(name),
  )
  for (const name of files.slice(0, maxFiles)) {
    const text = await source.read(folder === '' ? name : `${folder}/${name}`)
    const clause = text === undefined ? undefined : readPackageClause(text)
    if (clause && !clause.isIgnored) return clause.name === 'main'
  }
  return false
}

/** The name of the package of a Go file, which only comments may stand before. */
export function readPackageClause(text: string): { name: string; isIgnored: boolean } | undefined {
  let at = 0
  let isIgnored = false
  const clause = /package[ \t]+([A-Za-z_]\w{0,100})/y
  while (at < text.length) {
    if (text.startsWith('//', at)) {
      const end = text.indexOf('\n', at)
      const line = text.slice(at, end === -1 ? undefined : end).slice(0, 200)
      isIgnored ||= /^\/\/(go:build| \+build) ignore\b/.test(line)
      if (end === -1) return undefined
      at = end + 1
    } else if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2)
      if (end === -1) return undefined
      at = end + 2
    } else if (/[\s\ufeff]/.test(text[at] ?? '')) {
      at += 1
    } else {
      clause.lastIndex = at
      const name = clause.exec(text)?.[1]
      return name === undefined ? undefined : { name, isIgnored }
    }
  }
  return undefined
}
