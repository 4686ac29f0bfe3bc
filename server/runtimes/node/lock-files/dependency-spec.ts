import { validRange } from '#kit/text/versions.ts'

/** A dependency spec that a registry resolves. */
export interface RegistrySpec {
  /** Name of the package; differs from the dependency's name for `npm:` aliases. */
  target: string
  wants: { range: string } | { tag: string }
}

const packageName = /^(?:@[a-z0-9~_-][\w.~-]*\/)?[a-z0-9~_-][\w.~-]*$/i

/** Whether a text is a valid package name, and not a path, for example. */
export const isPackageName = (name: string): boolean =>
  name.length <= 214 && name !== '__proto__' && name !== 'node_modules' && packageName.test(name)

/**
 * Parses the right-hand side of a dependency. `undefined` for everything that does not come from a registry: Git, URLs,
 * folders, `workspace:`, `patch:`, `catalog:` and any unknown protocol.
 */
export function parseSpec(name: string, spec: string): RegistrySpec | undefined {
  if (!isPackageName(name)) return undefined
  if (!spec.startsWith('npm:')) return wantOf(name, spec)
  const written = spec.slice('npm:'.length)
  const at = written.indexOf('@', 1)
  if (at < 0) return isPackageName(written) ? wantOf(written, '*') : undefined
  const target = written.slice(0, at)
  return isPackageName(target) ? wantOf(target, written.slice(at + 1)) : undefined
}

function wantOf(target: string, written: string): RegistrySpec | undefined {
  const spec = written.trim()
  if (validRange(spec, { loose: true }) !== null) return { target, wants: { range: spec } }
  return /^[a-z][\w.-]*$/i.test(spec) ? { target, wants: { tag: spec } } : undefined
}
