import { addonsListenAddresses } from '#kit/addons-address.ts'
import { runProgram } from '#providers/kit/run-program.ts'

let known: Promise<string> | undefined

/** The addresses that the server of this machine listens on; before version 10.11 it can only have one. */
export function listenAddresses(): Promise<string> {
  known ??= runProgram(['/usr/sbin/mariadbd', '--no-defaults', '--version']).then(addressesFor)
  known.catch(() => {
    known = undefined
  })
  return known
}

/** For what the server says about its version, such as `mariadbd  Ver 10.11.6-MariaDB`. */
export function addressesFor(version: string): string {
  const [, major = 0, minor = 0] = (/Ver (\d+)\.(\d+)/.exec(version) ?? []).map(Number)
  const isOld = major < 10 || (major === 10 && minor < 11)
  return isOld ? addonsListenAddresses[0] : addonsListenAddresses.join(',')
}
