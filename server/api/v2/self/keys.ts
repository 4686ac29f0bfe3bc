import { sshKeyList } from '#api/answers/accounts.ts'
import { outcome } from '#api/answers/outcome.ts'
import { endpoint } from '#api/http/endpoint.ts'
import { done } from '#api/http/response.ts'
import { string } from '#kit/schema.ts'
import { addSshKey, removeSshKey } from '#platform/identity/accounts/users/ssh-keys.ts'

export const listSshKeys = endpoint({
  method: 'GET',
  path: '/v2/self/keys',
  access: { on: 'user', may: 'keys' },
  summary: 'Lists the SSH keys of the user',
  answer: sshKeyList,
  async handle({ platform, caller }) {
    const keys = await platform.store.sshKeys.list(caller.userId)
    return keys.map(({ name, line, fingerprint }) => ({ name, key: line, fingerprint }))
  },
})

export const putSshKey = endpoint({
  method: 'PUT',
  path: '/v2/self/keys/:name',
  access: { on: 'user', may: 'keys' },
  action: 'ssh-key.add',
  summary: 'Adds an SSH key; the body is the public key as a JSON string',
  body: string,
  answer: outcome,
  async handle({ platform, caller, params, body }) {
    await addSshKey(platform, caller.userId, params.name, body)
    return done(`The key ${params.name} was added.`)
  },
})

export const deleteSshKey = endpoint({
  method: 'DELETE',
  path: '/v2/self/keys/:name',
  access: { on: 'user', may: 'keys' },
  action: 'ssh-key.remove',
  summary: 'Removes an SSH key',
  answer: outcome,
  async handle({ platform, caller, params }) {
    await removeSshKey(platform, caller.userId, params.name)
    return done(`The key ${params.name} was removed.`)
  },
})
