/**
 * `node:http` without its price. An `import` of it evaluates every export, among them lazy ones that load a whole
 * WebSocket client: 13 MB and some 30 ms in each process that does it. Taking the module by name does not.
 */
const http = process.getBuiltinModule('node:http')

export const { Agent, ClientRequest, createServer, request, ServerResponse } = http
export type Agent = import('node:http').Agent
export type ClientRequest = import('node:http').ClientRequest
export type ServerResponse = import('node:http').ServerResponse
