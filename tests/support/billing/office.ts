import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bearerOf, type Person } from '#tests/support/people/people.ts'
import { Project } from '#tests/support/projects/project.ts'
import type { Quarter } from './quarter.ts'
import type { Wire } from './wire.ts'

/** A folder in which people type commands. */
export interface Office extends AsyncDisposable {
  project: Project
  /** Types a command as somebody; JSON comes out. */
  berth(person: Person, ...words: string[]): Promise<Wire>
}

export async function openOffice({ api, operatorAccount }: Quarter): Promise<Office> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-billing-'))
  const addresses = {
    api: api.url,
    bridge: api.bridge,
    console: api.url,
    git: { ssh: '', https: '' },
    visitors: { http: '', https: '' },
    ca: '',
  }
  const { token, secret, email } = operatorAccount
  const admin = { ...api.account, token, secret, email }
  const project = await Project.create({ folder, data: folder, addresses, admin }, 'office')
  return {
    project,
    async berth({ id }, ...words) {
      const { authorization } = await bearerOf(api, id)
      const apiToken = authorization.slice('Bearer '.length)
      Object.assign(project.env, { BERTH_API_TOKEN: apiToken, BERTH_BRIDGE: api.bridge })
      const ran = await project.type(...words, '--format', 'json')
      assert.equal(ran.code, 0, `berth ${words.join(' ')}:\n${ran.output}`)
      return JSON.parse(ran.stdout)
    },
    async [Symbol.asyncDispose]() {
      await project[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
