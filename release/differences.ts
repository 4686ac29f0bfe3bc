import { type Checksums, checksumsName } from '#kit/files/checksums.ts'

/** A sentence for each file that is not the same in both, with what `other` is called. */
export function differences(expected: Checksums, found: Checksums, other: string): string[] {
  const names = [...new Set([...expected.keys(), ...found.keys()])].sort()
  return names.flatMap((name) => {
    const [one, two] = [expected.get(name), found.get(name)]
    if (one === two) return []
    if (two === undefined) return [`${name} is missing in ${other}.`]
    if (one === undefined) return [`${name} is only in ${other}.`]
    return [`${name} differs: ${one} in ${checksumsName}, ${two} in ${other}.`]
  })
}
