/**
 * The address of this machine in the URIs of databases, unless the operator names a host. It is a loopback address, so that
 * it needs no name server and nothing beyond the machine reaches it; applications, which have a loopback device of their own, get a
 * route for it. It differs from 127.0.0.1 because that is an application's own.
 */
export const addonsLoopback = '127.18.0.1'

/** The addresses that database servers listen on. */
export const addonsListenAddresses = ['127.0.0.1', addonsLoopback] as const
