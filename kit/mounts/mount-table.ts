import { readFile } from 'node:fs/promises'

export interface Mounted {
  /** Path at which it is mounted. */
  target: string
  /** Device, such as `/dev/loop3`. */
  source: string
  /** Options of the file system, such as `rw` and `emergency_ro`: the same wherever it is mounted. */
  options: string[]
}

/** What is mounted in the mount namespace of this process. */
export const mountTable = async (): Promise<Mounted[]> =>
  parseMountTable(await readFile('/proc/self/mountinfo', 'utf8'))

/** Lines of `/proc/self/mountinfo`; optional fields end with a hyphen. */
export const parseMountTable = (text: string): Mounted[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const fields = line.split(' ')
      const end = fields.indexOf('-', 6)
      return {
        target: plain(fields[4] ?? ''),
        source: plain(fields[end + 2] ?? ''),
        options: (fields[end + 3] ?? '').split(','),
      }
    })

/** The kernel writes spaces, tabs, line feeds and backslashes as octal numbers of bytes. */
const plain = (field: string) =>
  field.replace(/\\(\d{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  )
