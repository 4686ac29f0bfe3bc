/**
 * Address of this machine in the URIs of databases, unless the operator names a host. A loopback address, so that it
 * needs no name server and is unreachable from other machines; applications, which have their own loopback device, get
 * a route for it. It differs from 127.0.0.1 because that belongs to the application itself.
 */
export const addonsLoopback = '127.18.0.1'

/** Addresses that database servers listen on. */
export const addonsListenAddresses = ['127.0.0.1', addonsLoopback] as const
