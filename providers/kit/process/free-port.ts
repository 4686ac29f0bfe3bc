import { addonsListenAddresses } from '#kit/net/addons-address.ts'
import { freePort as freePortAt } from '#kit/net/free-port.ts'

/** A port without a listener at the addresses of database servers: the wanted one if it is free. */
export const freePort = (wanted?: number): Promise<number> =>
  freePortAt(wanted, addonsListenAddresses)
