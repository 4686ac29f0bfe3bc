import { addonsListenAddresses } from '#kit/net/addons-address.ts'
import { programVersion } from '#providers/kit/versions.ts'

let known: Promise<string> | undefined

/** The addresses that the server of this machine listens on, found out once. */
export function listenAddresses(): Promise<string> {
  known ??= programVersion('/usr/sbin/mariadbd').then(addressesFor)
  known.catch(() => {
    known = undefined
  })
  return known
}

/** Before version 10.11 a server has one address only. */
export function addressesFor(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < 10 || (major === 10 && minor < 11)
  return isOld ? addonsListenAddresses[0] : addonsListenAddresses.join(',')
}
