import { request } from '#kit/net/http.ts'
import type { Probe } from '#platform/model/hosting/instances/probe.ts'

const timeout = 10_000

/** Sends a GET request like the router does for a visitor. `undefined` without a response. */
export const probe: Probe = (address, { host, path }, signal) =>
  new Promise((resolve) => {
    const nothing = () => resolve(undefined)
    const asking = request({
      host: address.host,
      port: address.port,
      path,
      method: 'GET',
      agent: false,
      timeout,
      signal,
      headers: {
        host,
        accept: '*/*',
        'user-agent': 'Berth-Health-Check',
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
