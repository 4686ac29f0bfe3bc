/**
 * `node:http` without its start cost. An `import` evaluates every export, including lazy ones that load a WebSocket
 * client: 13 MB and some 30 ms in each process. `getBuiltinModule` does not.
 */
const http = process.getBuiltinModule('node:http')

export const { Agent, ClientRequest, createServer, request, ServerResponse } = http
export type Agent = import('node:http').Agent
export type ClientRequest = import('node:http').ClientRequest
export type ServerResponse = import('node:http').ServerResponse
