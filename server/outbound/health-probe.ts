import { connect, type Socket } from 'node:net'
import { request } from '#kit/net/http.ts'
import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import type { Probe } from '#platform/model/hosting/instances/probe.ts'
import { userAgent } from './user-agent.ts'

const timeout = 10_000

/**
 * Sends a GET request like the router does for a visitor. `undefined` without a response. It connects first: most probes
 * of an instance that starts are refused, and a request costs twice as much as a connection.
 */
export const probe: Probe = async (address, asked, signal) => {
  const socket = await connected(address, signal)
  return socket && statusOver(socket, asked, signal)
}

const connected = (address: Address, signal: AbortSignal) =>
  new Promise<Socket | undefined>((resolve) => {
    const socket = connect({ ...address, noDelay: true, timeout })
    const abort = () => socket.destroy()
    const settle = (found: Socket | undefined) => {
      signal.removeEventListener('abort', abort)
      resolve(found)
    }
    signal.addEventListener('abort', abort)
    socket.on('connect', () => settle(socket))
    socket.on('timeout', abort)
    socket.on('error', () => {})
    socket.on('close', () => settle(undefined))
    if (signal.aborted) abort()
  })

const statusOver = (
  socket: Socket,
  { host, path }: { host: string; path: string },
  signal: AbortSignal,
) =>
  new Promise<number | undefined>((resolve) => {
    const nothing = () => resolve(undefined)
    const asking = request({
      createConnection: () => socket,
      path,
      method: 'GET',
      timeout,
      signal,
      headers: {
        host,
        accept: '*/*',
        'user-agent': userAgent('Berth-Health-Check'),
        connection: 'close',
        'x-forwarded-host': host,
        'x-forwarded-proto': 'https',
      },
    })
    asking.on('response', (answer) => {
      resolve(answer.statusCode)
      answer.destroy()
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', nothing)
    asking.on('close', nothing)
    asking.end()
  })
