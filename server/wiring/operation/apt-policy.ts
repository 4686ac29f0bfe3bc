import type { MachinePackage } from '#platform/model/operation.ts'

/** What `apt-cache policy` says of a package. */
type Policy = Pick<MachinePackage, 'installed' | 'candidate' | 'isSecurity'>

/** Reads the output of `apt-cache policy`, by name of package; those that are not installed are left out. */
export function parsePolicy(output: string): Map<string, Policy> {
  const found = new Map<string, Policy>()
  // A name stands at the begin of its line, all about it is indented.
  for (const block of output.split(/^(?=\S)/m)) {
    const name = /^(\S+):$/m.exec(block)?.[1]
    const installed = /^ {2}Installed: (\S+)$/m.exec(block)?.[1]
    const candidate = /^ {2}Candidate: (\S+)$/m.exec(block)?.[1]
    if (!name || !installed || installed === '(none)') continue
    const isKnown = candidate !== undefined && candidate !== '(none)'
    const wanted = isKnown ? candidate : installed
    found.set(name, { installed, candidate: wanted, isSecurity: isFromSecurity(block, wanted) })
  }
  return found
}

/** Whether one of the sources that have a version is a suite of security updates. */
function isFromSecurity(block: string, version: string): boolean {
  const lines = block.slice(block.indexOf('  Version table:')).split('\n')
  const at = lines.findIndex((line) => /^ (?:\*\*\*| {3}) (\S+) /.exec(line)?.[1] === version)
  const sources = lines.slice(at + 1)
  const end = sources.findIndex((line) => !line.startsWith('        '))
  return (
    at >= 0 && sources.slice(0, end < 0 ? undefined : end).some((line) => /-security\//.test(line))
  )
}
