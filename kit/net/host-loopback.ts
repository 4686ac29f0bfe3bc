/**
 * Second loopback address of this machine, for services that sandboxes reach. A loopback address, so that it needs no name
 * server and is unreachable from other machines. It differs from 127.0.0.1 because a sandbox with its own loopback device
 * has that itself, and gets a route for this one.
 */
export const hostLoopback = '127.18.0.1'

/** Both loopback addresses, on which such services listen. */
export const loopbackAddresses = ['127.0.0.1', hostLoopback] as const
