import type { Project } from './project.ts'

const scriptNames = [
  'preinstall',
  'install',
  'postinstall',
  'prepublish',
  'preprepare',
  'prepare',
  'postprepare',
]

/** Whether an installation runs code of the application itself. */
export function hasInstallScript({ packageJson, names }: Project): boolean {
  // npm compiles a binding.gyp as if there were an install script.
  return scriptNames.some((name) => packageJson.scripts[name]) || names.has('binding.gyp')
}
