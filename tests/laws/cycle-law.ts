import { importsOf, resolveImport, type SourceFile } from './source-tree.ts'

/** Import cycles of values or types, as `a → b → a`. */
export function importCycles(files: SourceFile[]): string[] {
  const known = new Set(files.map(({ path }) => path))
  const targets = new Map(
    files.map((file) => [
      file.path,
      importsOf(file).flatMap((specifier) => {
        const target = resolveImport(file.path, specifier)
        return target !== undefined && known.has(target) ? [target] : []
      }),
    ]),
  )
  const cycles: string[] = []
  const done = new Set<string>()
  const trail: string[] = []

  const walk = (path: string) => {
    const seenAt = trail.indexOf(path)
    if (seenAt >= 0) cycles.push([...trail.slice(seenAt), path].join(' → '))
    if (seenAt >= 0 || done.has(path)) return
    trail.push(path)
    for (const target of targets.get(path) ?? []) walk(target)
    trail.pop()
    done.add(path)
  }
  for (const path of targets.keys()) walk(path)
  return cycles
}
